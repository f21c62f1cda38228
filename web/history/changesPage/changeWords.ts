import { EARLIER_VALUE } from '../../../contract/earlierValues.ts';
import { actions, origins } from '../../../contract/history.ts';
import { allRelationshipKinds } from '../../../contract/relationships.ts';
import { itemNames, lookupNames } from '../../lib/kindNames.ts';
import { actionText, originText } from '../describeChange.ts';
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
  origin: 'Origin',
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

/** The active filters: 'Kind: Major', 'From: 2025-07-01'. `userLabel` is how texts name the user with a network ID. */
export const filterTexts = (filters: Filters, userLabel: (uciNetId: string) => string): string[] =>
  filterNames
    .filter((name) => filters[name] !== '')
    .map((name) => {
      const text = name === 'person' ? userLabel(filters.person) : chosenText(name, filters[name]);
      return `${filterLabels[name]}: ${text}`;
    });

function chosenText(name: keyof Filters, value: string): string {
  const options: Partial<Record<keyof Filters, readonly Option[]>> = filterOptions;
  return options[name]?.find((option) => option.value === value)?.label ?? value;
}
