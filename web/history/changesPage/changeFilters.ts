import { actions, changeKinds, origins } from '../../../contract/history.ts';
import { isCleanText, normalizeText } from '../../../contract/text.ts';
import { endOfDay, isDay, startOfDay } from '../../lib/days.ts';

/** What the change sets are limited to, as in the address. What is empty limits nothing. */
export interface Filters {
  /** The network ID of the acting or the real person. */
  person: string;
  kind: string;
  action: string;
  origin: string;
  /** Days, both inclusive. */
  from: string;
  to: string;
  q: string;
  /** The ID of the request that has made the change, of which there is at most one. */
  requestId: string;
}

const known: { [Name in keyof Filters]: (text: string) => boolean } = {
  person: () => true,
  kind: (text) => changeKinds.includes(text),
  action: (text) => actions.some((one) => one === text),
  origin: (text) => origins.some((one) => one === text),
  from: isDay,
  to: isDay,
  q: () => true,
  requestId: () => true,
};

/** The names of all filters. */
export const filterNames = Object.keys(known) as (keyof Filters)[];

const textOf = (params: URLSearchParams, name: keyof Filters) => normalizeText(params.get(name) ?? '');

/** Reads an address. Anyone may have written it: what no filter can be counts as empty, and is in `wrongFilters`. */
export const readFilters = (params: URLSearchParams): Filters =>
  Object.fromEntries(
    filterNames.map((name) => {
      const text = textOf(params, name);
      return [name, known[name](text) ? text : ''];
    }),
  ) as Record<keyof Filters, string>;

/** The filters of an address that have a value which they cannot have. */
export const wrongFilters = (params: URLSearchParams): { name: keyof Filters; value: string }[] =>
  filterNames
    .map((name) => ({ name, value: textOf(params, name) }))
    .filter(({ name, value }) => value !== '' && !known[name](value));

/** The query of the call that finds what the filters let through; null if that can be nothing. */
export function queryOf({ person: user, from, to, ...others }: Filters): Record<string, string> | null {
  // No stored text has such characters, and the server refuses them.
  if (![user, others.q, others.requestId].every(isCleanText)) return null;
  const query = {
    actor: user,
    ...others,
    from: startOfDay(from) ?? '',
    to: endOfDay(to) ?? '',
  };
  return Object.fromEntries(Object.entries(query).filter(([, text]) => text !== ''));
}
