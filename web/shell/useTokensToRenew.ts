import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { AuthenticatedUser } from '../../contract/user.ts';
import { counted } from '../lib/counted.ts';
import { AHEAD, tokensQuery } from '../lib/queries.ts';
import { OLD } from './useOpenErrors.ts';

/**
 * The note about tokens that expire soon or have expired: contract 13 announces them 30 days ahead. `readLatest` requests them,
 * when the menu is near. While impersonating nobody may read them.
 */
export function useTokensToRenew(user: AuthenticatedUser | null) {
  const client = useQueryClient();
  const { data = [] } = useQuery({ ...tokensQuery, enabled: false });
  const countOf = (state: string) => data.filter((token) => token.state === state).length;
  const [soon, expired] = [countOf('expiring'), countOf('expired')];
  const note =
    soon > 0
      ? `${counted(soon, 'token')} expire${soon === 1 ? 's' : ''} soon${expired > 0 ? `, ${expired} expired` : ''}`
      : expired > 0
        ? `${counted(expired, 'token')} expired`
        : '';
  return {
    note,
    readLatest: () =>
      void (
        user?.impersonator ||
        client.prefetchQuery({ ...tokensQuery, staleTime: OLD, retry: false, meta: AHEAD })
      ),
  };
}
