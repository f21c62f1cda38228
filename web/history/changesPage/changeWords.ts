import { EARLIER_VALUE } from '../../../contract/earlierValues.ts';
import { actions, type ChangeEntry, type ChangeSetWithEntries, origins } from '../../../contract/history.ts';
import { type ItemKind, itemKinds } from '../../../contract/kinds.ts';
import { allRelationshipKinds } from '../../../contract/relationships.ts';
import { itemNames } from '../../lib/kindNames.ts';
import {
  actionText,
  isEarlierValue,
  isOfItem,
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
]);

/** The kind of a row: 'Major', 'School – Major'. */
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

/** The singular and plural of the groups of rows in a summary, in its order. */
const groupNouns = new Map<string, readonly [string, string]>([
  ...(Object.keys(itemKinds) as ItemKind[]).map(
    (kind) => [kind, [nounOf(kind), itemNames[kind].heading.toLowerCase()]] as const,
  ),
  ['relationship', ['relationship', 'relationships']],
  [EARLIER_VALUE, ['earlier value', 'earlier values']],
]);

/** '1 school, 3 relationships'. */
function kindCounts(entries: readonly ChangeEntry[]): string {
  const groupOf = (entry: ChangeEntry): string =>
    isOfItem(entry) ? entry.kind : isEarlierValue(entry) ? EARLIER_VALUE : 'relationship';
  const byGroup = Map.groupBy(entries, groupOf);
  return [...groupNouns]
    .flatMap(([group, nouns]) => {
      const count = byGroup.get(group)?.length ?? 0;
      return count > 0 ? `${count} ${nouns[count === 1 ? 0 : 1]}` : [];
    })
    .join(', ');
}

/** The items, or else the item that all relationships share, or else the relationships. */
function namesOf(entries: readonly ChangeEntry[]): string {
  const items = entries.filter(isOfItem);
  const shared = entries.length > 1 ? sharedEnd(entries) : undefined;
  // Several earlier values may be of one item.
  const others = shared === undefined ? [...new Set(entries.map(({ label }) => label))] : [shared];
  const labels = items.length > 0 ? items.map(({ label }) => label) : others;
  return [...labels.slice(0, NAMED), ...(labels.length > NAMED ? ['…'] : [])].join(', ');
}
