import { useMutation, useQuery } from '@tanstack/react-query';
import type { AuthenticatedUser, Permission } from '../contract/user.ts';
import { call, goTo, returnTo } from './api.ts';
import { meQuery, queryClient, userOf } from './queries.ts';

/** Who is signed in, or null. Asked for before anything else (spec 1). */
export function useSession() {
  const { data, isPending } = useQuery(meQuery);
  return { user: data ?? null, isPending };
}

/** Spec 6: the person's permissions, the one that is needed, and an override that applies while impersonating. */
export function isPermitted(
  user: AuthenticatedUser | null,
  needed: Permission,
  whileImpersonating = false,
): boolean {
  if (!user) return false;
  if (whileImpersonating && user.isImpersonatedUser) return true;
  return user.authorities.some(({ authority }) => authority === needed);
}

/** Full name, or network ID, or 'Unknown' (spec 2). */
export function nameOf(user: Pick<AuthenticatedUser, 'firstName' | 'lastName' | 'uciNetId'> | null): string {
  return [user?.firstName, user?.lastName].filter(Boolean).join(' ') || user?.uciNetId || 'Unknown';
}

export function useLogin() {
  return useMutation({
    mutationFn: async () => {
      const path = `/auth/login?returnTo=${encodeURIComponent(returnTo())}`;
      const { loginUrl } = await call<{ loginUrl: string }>('GET', path);
      return await goTo(loginUrl);
    },
  });
}

export function useLogout() {
  return useMutation({
    mutationFn: async () => {
      const { logoutUrl } = await call<{ logoutUrl: string }>('POST', '/auth/logout');
      return await goTo(logoutUrl);
    },
    // Spec 4: a logout failure only stops loading.
    meta: { ownError: true },
  });
}

/** Acts as another person, or, without an id, as oneself again. */
export function useImpersonation() {
  return useMutation({
    mutationFn: async (id: string | null) =>
      userOf(await call('GET', `/impersonate/${id === null ? 'logout' : encodeURIComponent(id)}`)),
    onSuccess: becomeUser,
  });
}

/** Another person may see other things: what was read for the last one is forgotten. */
function becomeUser(user: AuthenticatedUser): void {
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== meQuery.queryKey[0] });
  queryClient.setQueryData(meQuery.queryKey, user);
}
