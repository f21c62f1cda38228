import { actions, changeKinds, origins } from '../../contract/history.ts';
import { isCleanText, normalizeText } from '../../contract/text.ts';
import { endOfDay, isDay, startOfDay } from '../days.ts';

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
}

const known: { [Name in keyof Filters]: (text: string) => boolean } = {
  person: () => true,
  kind: (text) => changeKinds.includes(text),
  action: (text) => actions.some((one) => one === text),
  origin: (text) => origins.some((one) => one === text),
  from: isDay,
  to: isDay,
  q: () => true,
};

/** The names of all filters. */
export const filterNames = Object.keys(known) as (keyof Filters)[];

/** Reads an address. Anyone may have written it, so what no filter can be counts as empty. */
export function readFilters(params: URLSearchParams): Filters {
  const read = (name: keyof Filters) => {
    const text = normalizeText(params.get(name) ?? '');
    return [name, known[name](text) ? text : ''];
  };
  return Object.fromEntries(filterNames.map(read)) as Filters;
}

/** The query of the call that finds what the filters let through; null if that can be nothing. */
export function queryOf({ person, from, to, ...others }: Filters): Record<string, string> | null {
  // No stored text has such characters, and the server refuses them.
  if (!isCleanText(person) || !isCleanText(others.q)) return null;
  const query = {
    actor: person,
    ...others,
    from: startOfDay(from) ?? '',
    to: endOfDay(to) ?? '',
  };
  return Object.fromEntries(Object.entries(query).filter(([, text]) => text !== ''));
}
