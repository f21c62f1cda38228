import { viewParameters } from '../../contract/screenParameters.ts';
import { sortedQuery, type ViewScreen } from '../../contract/viewScreens.ts';

/** The part of a query that a view of the screen keeps, by name. Two queries with the same parts show the same. */
export function keptQuery(screen: ViewScreen, query: string | URLSearchParams): string {
  const params = new URLSearchParams(query);
  const kept = viewParameters(screen);
  for (const name of [...params.keys()]) if (!kept.includes(name)) params.delete(name);
  return sortedQuery(params);
}
