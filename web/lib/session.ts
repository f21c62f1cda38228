import { useMutation, useQuery } from '@tanstack/react-query';
import { type AuthenticatedUser, fullNameOf, type Permission } from '../../contract/user.ts';
import { goTo, request, returnTo } from './api.ts';
import { keepStart } from './impersonationStart.ts';
import { meQuery, pageOf, queryClient } from './queries.ts';
import { forgetStored } from './userStorage.ts';

/** The signed-in user, or null. The first request of the application (spec 1). */
export function useSession() {
  const { data, isPending } = useQuery(meQuery);
  return { user: data ?? null, isPending };
}

/** Spec 6: whether the user has a permission. With `whileImpersonating`, every user who is impersonating has it too. */
export function isPermitted(
  user: AuthenticatedUser | null,
  needed: Permission,
  whileImpersonating = false,
): boolean {
  if (!user) return false;
  if (whileImpersonating && user.isImpersonatedUser) return true;
  return user.authorities.some(({ authority }) => authority === needed);
}

/** The full name, else the network ID, else 'Unknown' (spec 2). */
export function nameOf(user: Pick<AuthenticatedUser, 'firstName' | 'lastName' | 'uciNetId'> | null): string {
  return (user && (fullNameOf(user) || user.uciNetId)) || 'Unknown';
}

/** Goes to the sign-in page, which returns to the current page. */
export function useLogin() {
  return useMutation({
    mutationFn: async () => {
      const path = `/auth/login?returnTo=${encodeURIComponent(returnTo())}`;
      const { loginUrl } = await request<{ loginUrl: string }>('GET', path);
      return await goTo(loginUrl);
    },
  });
}

let isOver = false;
/** Whether the session has ended by a logout. It is too late then for a question of the browser. */
export const isSignedOut = (): boolean => isOver;

/** Signs out and goes to the URL that the server returns. What that loses is asked about before. */
export function useLogout() {
  return useMutation({
    mutationFn: async () => {
      const { logoutUrl } = await request<{ logoutUrl: string }>('POST', '/auth/logout');
      const user = queryClient.getQueryData(meQuery.queryKey);
      if (user) forgetStored(user);
      isOver = true;
      return await goTo(logoutUrl);
    },
    // Spec 4: a failed logout only stops the loading indicator.
    meta: { ownError: true },
  });
}

/** Starts impersonating the user whose ID the function returns, or stops if it is null. */
export function useImpersonation() {
  return useMutation({
    mutationFn: async (readId: (() => Promise<string>) | null) =>
      pageOf(await request('GET', `/impersonate/${readId ? encodeURIComponent(await readId()) : 'logout'}`)),
    onSuccess: (user, started) => {
      if (started) keepStart(user);
      switchUser(user);
    },
  });
}

/** Continues as the user of the session, who may no longer be the page's user. */
export function useContinueAsNewUser() {
  return useMutation({
    mutationFn: async () => pageOf(await request('GET', '/auth/me')),
    onSuccess: switchUser,
  });
}

/** The new user may have other permissions, so everything cached for the previous user is dropped. */
function switchUser(user: AuthenticatedUser): void {
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== meQuery.queryKey[0] });
  queryClient.setQueryData(meQuery.queryKey, user);
}
