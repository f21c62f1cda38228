import { queryOptions, useQuery } from '@tanstack/react-query';
import { type AuthenticatedUser, signedInAs } from '../../contract/user.ts';
import { VIEW } from '../../contract/viewScreens.ts';
import type { View } from '../../contract/views.ts';
import { reading } from '../lib/queries.ts';
import { useUrlParams } from '../lib/searchParams.ts';

/**
 * The saved views that a user may choose. The key names the user, because the header stays when the user changes. All screens
 * work without views, so a failure is shown only in their menu.
 */
export const viewsQuery = (user: AuthenticatedUser | null) =>
  queryOptions({
    queryKey: ['/views', user && signedInAs(user)],
    queryFn: reading<View[]>('/views'),
    staleTime: 10_000,
    retry: false,
    meta: { ownError: true },
  });

/** The views, once they are needed: no screen waits for them. */
export function useViews(user: AuthenticatedUser | null, isNeeded: boolean) {
  return useQuery({ ...viewsQuery(user), enabled: user !== null && isNeeded });
}

/** Whether the address names a view whose name has neither been read nor failed to be read yet. */
export function useIsViewPending(user: AuthenticatedUser | null): boolean {
  const isNamed = useUrlParams().params.has(VIEW);
  return !useViews(user, isNamed).isFetched && isNamed && user !== null;
}

/** The address of a view: its query, and its name. */
export const addressOf = (path: string, { query, id }: Pick<View, 'query' | 'id'>): string =>
  `${path}?${query}${query && '&'}${VIEW}=${id}`;
