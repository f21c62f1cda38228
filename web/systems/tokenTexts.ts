import type { Scope, Token } from '../../contract/tokens.ts';
import { counted } from '../lib/counted.ts';
import { dayText } from '../lib/time.ts';

/** The scopes in words, with what each reads. */
export const scopeNames: Readonly<Record<Scope, { name: string; reads: string }>> = {
  'read:catalog': { name: 'Catalog', reads: 'lists, details and lookups' },
  'read:report': { name: 'Report', reads: 'reports, programs and counts' },
  'read:changes': { name: 'Changes', reads: 'the feed of changes' },
};

export const stateNames: Readonly<Record<Token['state'], string>> = {
  valid: 'Valid',
  expiring: 'Expires soon',
  expired: 'Expired',
  revoked: 'Revoked',
};

/** 'Expires soon: Planner (Dec 3, 2026), Audit (Dec 9, 2026).' Null if no token expires soon. */
export function expiringText(tokens: readonly Token[]): string | null {
  const soon = tokens
    .filter(({ state }) => state === 'expiring')
    .toSorted((one, other) => (one.expiresOn < other.expiresOn ? -1 : 1));
  if (soon.length === 0) return null;
  const named = soon.map(({ name, expiresOn }) => `${name} (${dayText(expiresOn)})`);
  return `${counted(soon.length, 'token')} will expire soon: ${named.join(', ')}. Renew each with the system that uses it.`;
}
