import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type AuthenticatedUser, signedInAs } from '../../contract/user.ts';
import { VIEW } from '../../contract/viewScreens.ts';
import type { View } from '../../contract/views.ts';
import { request } from '../lib/api.ts';
import { termsQuery } from '../lib/queries.ts';

/**
 * The saved views that a user may choose. The key names the user, because the header stays when the user changes. All screens
 * work without views, so a failure is shown only in their menu.
 */
export const viewsQuery = (user: AuthenticatedUser | null) =>
  queryOptions({
    queryKey: ['/views', user && signedInAs(user)],
    queryFn: ({ signal }) => request<View[]>('GET', '/views', { signal }),
    staleTime: 10_000,
    retry: false,
    meta: { ownError: true },
  });

/** The first screen and its lists load before the views, in ms. */
const LOADS_AFTER = 2_000;

/** The views. They load a while after the lookups, or as soon as they are needed: no screen waits for them. */
export function useViews(user: AuthenticatedUser | null, isNeeded: boolean) {
  const { isPending } = useQuery({ ...termsQuery, enabled: false });
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (isPending) return undefined;
    const timer = setTimeout(() => setLate(true), LOADS_AFTER);
    return () => clearTimeout(timer);
  }, [isPending]);
  return useQuery({ ...viewsQuery(user), enabled: user !== null && !isPending && (isNeeded || isLate) });
}

/** The address of a view: its query, and its name. */
export const addressOf = (path: string, { query, id }: Pick<View, 'query' | 'id'>): string =>
  `${path}?${query}${query && '&'}${VIEW}=${id}`;
