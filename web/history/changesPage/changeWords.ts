import { EARLIER_VALUE } from '../../../contract/earlierValues.ts';
import { actions, type ChangeEntry, type ChangeSetWithEntries, origins } from '../../../contract/history.ts';
import { allRelationshipKinds } from '../../../contract/relationships.ts';
import { itemNames, lookupNames } from '../../lib/kindNames.ts';
import {
  actionText,
  isOfRelationship,
  nounOf,
  originText,
  sharedEnd,
  titleOfSet,
} from '../describeChange.ts';
import { type Filters, filterNames } from './changeFilters.ts';

const kindWords = new Map<string, string>([
  ...Object.entries(itemNames).map(([kind, { title }]) => [kind, title] as const),
  ...allRelationshipKinds.map(
    ({ name, from, to }) => [name, `${itemNames[from].title} – ${itemNames[to].title}`] as const,
  ),
  ...Object.entries(lookupNames).map(([kind, { title }]) => [kind, title] as const),
  [EARLIER_VALUE, 'Earlier values'],
]);

/** The kind of a row: 'Major', 'School – Major', 'Award type', 'Earlier values'. */
export const kindText = (kind: string): string => kindWords.get(kind) ?? kind;

export const filterLabels: Readonly<Record<keyof Filters, string>> = {
  person: 'User',
  kind: 'Kind',
  action: 'Action',
  origin: 'How',
  from: 'From',
  to: 'To',
  q: 'Text',
  requestId: 'Request',
};

/** The options of the filters that have options. */
export const filterOptions: Readonly<Record<'kind' | 'action' | 'origin', readonly Option[]>> = {
  kind: [...kindWords].map(([value, label]) => ({ value, label })),
  action: actions.map((value) => ({ value, label: actionText(value) })),
  origin: origins.map((value) => ({ value, label: originText(value) })),
};

interface Option {
  value: string;
  label: string;
}

/** The active filters: 'Kind: Major', 'From: 2025-07-01'. */
export const filterTexts = (filters: Filters): string[] =>
  filterNames
    .filter((name) => filters[name] !== '')
    .map((name) => `${filterLabels[name]}: ${chosenText(name, filters[name])}`);

function chosenText(name: keyof Filters, value: string): string {
  const options: Partial<Record<keyof Filters, readonly Option[]>> = filterOptions;
  return options[name]?.find((option) => option.value === value)?.label ?? value;
}

/** At most this many items are named. */
const NAMED = 3;

/**
 * A one-line summary of a change set: '1 major edited: 201 U Biology', '158 deleted: 60 School of Art'. Kinds are counted if
 * all rows are known. A title comes first: "'majors.csv': 12 majors created".
 */
export function summaryOf(set: ChangeSetWithEntries): string {
  const title = titleOfSet(set);
  const parts = (['created', 'updated', 'deleted'] as const)
    .filter((action) => set[action] > 0)
    .map((action) => {
      const own = set.entries.filter((entry) => entry.action === action);
      const counts = own.length === set[action] ? kindCounts(own) : set[action].toLocaleString('en-US');
      const names = namesOf(own);
      return `${counts} ${actionText(action).toLowerCase()}${names ? `: ${names}` : ''}`;
    });
  return `${title ? `'${title}': ` : ''}${parts.join('; ')}`;
}

/** The nouns for one row and for several, by kind. */
const nouns = [
  ...Object.entries({ ...itemNames, ...lookupNames }).map(([kind, { heading }]) => ({
    kind,
    one: nounOf(kind),
    several: heading.toLowerCase(),
  })),
  { kind: null, one: 'relationship', several: 'relationships' },
  { kind: EARLIER_VALUE, one: 'earlier value', several: 'earlier values' },
];

/** '1 school, 7 terms, 3 relationships'. */
function kindCounts(entries: readonly ChangeEntry[]): string {
  const kinds = entries.map((entry) => (isOfRelationship(entry) ? null : entry.kind));
  const texts = nouns.map(({ kind, one, several }) => {
    const count = kinds.filter((other) => other === kind).length;
    return count > 0 && `${count} ${count === 1 ? one : several}`;
  });
  return texts.filter(Boolean).join(', ');
}

/** The items, terms and award types, or else the item that all relationships share, or else the relationships. */
function namesOf(entries: readonly ChangeEntry[]): string {
  const items = entries.filter((entry) => !isOfRelationship(entry));
  const shared = entries.length > 1 ? sharedEnd(entries) : undefined;
  const others = shared === undefined ? entries.map(({ label }) => label) : [shared];
  // Several earlier values may be of one item.
  const labels = items.length > 0 ? [...new Set(items.map(({ label }) => label))] : others;
  return [...labels.slice(0, NAMED), ...(labels.length > NAMED ? ['…'] : [])].join(', ');
}
