import { useQuery } from '@tanstack/react-query';
import type { AuthenticatedUser } from '../../contract/user.ts';
import { paths } from '../lib/paths.ts';
import { AHEAD } from '../lib/queries.ts';
import { addressOf, viewsQuery } from './viewsQuery.ts';

/** The screen of a path in the menu. */
const screenAt = (path: string): string =>
  ({ [paths.home]: 'report', [paths.majorDegrees]: 'majorDegree' })[path] ?? path.slice(1);

/**
 * Returns a function that adds the user's default view of a screen to the bare path of its menu entry (contract 11). A path
 * with a query stays as it is, and so does every path until the views have loaded, which begins when the menu is near.
 */
export function useDefaultViews(user: AuthenticatedUser | null, isNear: boolean): (path: string) => string {
  const { data: views } = useQuery({ ...viewsQuery(user), enabled: user !== null && isNear, meta: AHEAD });
  return (path) => {
    const view = views?.find(({ isDefault, screen }) => isDefault && screen === screenAt(path));
    return view ? addressOf(path, view) : path;
  };
}
