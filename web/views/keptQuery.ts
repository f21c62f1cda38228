import { viewParameters } from '../../contract/screenParameters.ts';
import { sortedQuery, type ViewScreen } from '../../contract/viewScreens.ts';

/** The part of a query that a view of the screen keeps, by name. Two queries with the same parts show the same. */
export function keptQuery(screen: ViewScreen, query: string | URLSearchParams): string {
  const kept = viewParameters(screen);
  const entries = [...new URLSearchParams(query)].filter(([name]) => kept.includes(name));
  return sortedQuery(new URLSearchParams(entries));
}
