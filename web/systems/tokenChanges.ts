import type { Token } from '../../contract/tokens.ts';
import { change } from '../lib/api.ts';
import { queryClient, tokensQuery } from '../lib/queries.ts';

const readTokens = () => queryClient.invalidateQueries({ queryKey: tokensQuery.queryKey });

/** A token with its secret, which no later response has. */
export type NewSecret = Token & { token: string };

/** Creates a token, or renews one. Returns it with its new secret. */
export async function saveToken(renewed: Token | null, body: object): Promise<NewSecret> {
  try {
    const path = renewed ? `/tokens/${renewed.id}/renew` : '/tokens';
    return (await change<NewSecret>('POST', path, { body })).data;
  } finally {
    void readTokens();
  }
}

/** Ends all secrets of a token. */
export async function revokeToken({ id }: Token): Promise<void> {
  try {
    await change('DELETE', `/tokens/${id}`);
  } finally {
    void readTokens();
  }
}
