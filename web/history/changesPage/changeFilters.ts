import { actions, changeKinds, origins } from '../../../contract/history.ts';
import { screenParameters } from '../../../contract/screenParameters.ts';
import { isCleanText, normalizeText } from '../../../contract/text.ts';
import { endOfDay, isDay, startOfDay } from '../../lib/days.ts';

/** The filters of the change sets, as in the URL. An empty filter does not restrict them. */
export interface Filters {
  /** The network ID of the acting or the real user. */
  person: string;
  kind: string;
  action: string;
  origin: string;
  /** Days, both inclusive. */
  from: string;
  to: string;
  q: string;
  /** The ID of the request that made the change. It matches at most one change set. */
  requestId: string;
}

/** The names of all filters. */
export const filterNames: readonly (keyof Filters)[] = screenParameters.changes;

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

const textOf = (params: URLSearchParams, name: keyof Filters) => normalizeText(params.get(name) ?? '');

/** Reads a URL. Anyone can write it, so an invalid value counts as empty, and is in `wrongFilters`. */
export const readFilters = (params: URLSearchParams): Filters =>
  Object.fromEntries(
    filterNames.map((name) => {
      const text = textOf(params, name);
      return [name, known[name](text) ? text : ''];
    }),
  ) as Record<keyof Filters, string>;

/** The filters of a URL that have an invalid value. */
export const wrongFilters = (params: URLSearchParams): { name: keyof Filters; value: string }[] =>
  filterNames
    .map((name) => ({ name, value: textOf(params, name) }))
    .filter(({ name, value }) => value !== '' && !known[name](value));

/** The query of the request for the filtered change sets; null if the filters can match nothing. */
export function queryOf({ person: user, from, to, ...others }: Filters): Record<string, string> | null {
  // No stored text has such characters, and the server rejects them.
  if (![user, others.q, others.requestId].every(isCleanText)) return null;
  const query = {
    actor: user,
    ...others,
    from: startOfDay(from) ?? '',
    to: endOfDay(to) ?? '',
  };
  return Object.fromEntries(Object.entries(query).filter(([, text]) => text !== ''));
}
