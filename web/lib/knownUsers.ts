import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Someone } from '../../contract/history.ts';
import { type AuthenticatedUser, signedInAs, userLabel } from '../../contract/user.ts';
import { request } from './api.ts';
import { foldCase } from './foldCase.ts';
import { reading } from './queries.ts';

/** Names seldom change, and each page of an item shows one. */
const STALE_AFTER = 5 * 60_000;

/** The users who have changed data, or may. */
export const usersQuery = queryOptions({
  queryKey: ['/users'],
  queryFn: ({ signal }) => request<Someone[]>('GET', '/users', { signal }),
  staleTime: STALE_AFTER,
});

/** The users whom a user may act as. The key names the user, because the header stays when the user changes. */
export const actableUsersQuery = (user: AuthenticatedUser | null) =>
  queryOptions({
    queryKey: ['/impersonate', user && signedInAs(user)],
    queryFn: reading<Someone[]>('/impersonate'),
    staleTime: STALE_AFTER,
    retry: false,
    // An ID can be entered without the list.
    meta: { ownError: true },
  });

/** The user with this network ID or else all with this full name, each in either case. */
export function findUsers(users: readonly Someone[], text: string): Someone[] {
  const id = text.trim().toLowerCase();
  const own = users.filter(({ uciNetId }) => uciNetId.toLowerCase() === id);
  const name = foldCase(text.trim());
  return own.length > 0 ? own : users.filter((user) => foldCase(user.name) === name);
}

/** The same for names beside IDs, which are enough if the names cannot be read. */
export const userNamesQuery = { ...usersQuery, retry: false, meta: { ownError: true } } as const;

/** How texts name a user: 'Robin Alvarez (ralvarez)', or the ID alone until the name is known. */
export function useUserLabel(uciNetId: string): string {
  const { data: users = [] } = useQuery({ ...userNamesQuery, enabled: uciNetId !== '' });
  return userLabel(users.find((user) => user.uciNetId === uciNetId) ?? { uciNetId, name: '' });
}
