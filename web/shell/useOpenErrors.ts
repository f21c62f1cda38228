import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { AuthenticatedUser } from '../../contract/user.ts';
import { AHEAD, qualityQuery } from '../lib/queries.ts';

/** What is this old, in ms, is read again when the menu comes near. */
export const OLD = 10_000;

/**
 * The number of open findings that are errors; null while it is unknown. `readLatest` requests it, when the menu is near: no
 * screen waits for it, and a save does not repeat it.
 */
export function useOpenErrors(user: AuthenticatedUser | null) {
  const client = useQueryClient();
  const query = qualityQuery(user, null);
  const { data, isError } = useQuery({ ...query, enabled: false });
  const errors = data?.rules.filter(({ severity }) => severity === 'error') ?? [];
  return {
    openErrors: data && !isError ? errors.reduce((sum, { open }) => sum + (open ?? 0), 0) : null,
    readLatest: () => void client.prefetchQuery({ ...query, staleTime: OLD, retry: false, meta: AHEAD }),
  };
}
