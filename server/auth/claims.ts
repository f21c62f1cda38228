import { isCleanText, lengthOf, normalizeText } from '../../contract/text.ts';
import type { OidcSettings } from '../config.ts';
import type { Person } from './people.ts';

type ClaimNames = OidcSettings['claims'];
type Claims = Readonly<Record<string, unknown>>;

/** The provider vouches for somebody who cannot be kept: without a network ID, or with one that is no clean text. */
export class UnusableAccount extends Error {
  override readonly name = 'UnusableAccount';
}

/**
 * Somebody as the claims describe them. Only the network ID must be right: a name is cleaned and cut, and anything else
 * that cannot be kept is left out, since nobody shall be kept from their work by how they are written down elsewhere.
 */
export function readPerson(claims: Claims, names: ClaimNames): Person {
  return {
    uciNetId: readNetId(claims[names.uciNetId], names.uciNetId),
    firstName: readName(claims[names.firstName]),
    lastName: readName(claims[names.lastName]),
    email: readEmail(claims[names.email]),
    groups: [claims[names.groups] ?? []].flat().filter((group) => typeof group === 'string'),
  };
}

// Characters that show nothing, so that two IDs would look the same.
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Co}\p{Cn}\u2800]/u;

/** A clean text of at most 100 code points (contract 6). */
export const isNetId = (text: string) =>
  text !== '' && isCleanText(text) && !INVISIBLE.test(text) && lengthOf(text) <= 100;

function readNetId(claim: unknown, name: string): string {
  const netId = typeof claim === 'string' ? normalizeText(claim) : '';
  if (netId === '') throw new UnusableAccount(`The provider sent no network ID as the claim ${name}`);
  if (!isNetId(netId))
    throw new UnusableAccount(`The claim ${name} is no clean text of at most 100 characters`);
  return netId;
}

/** At most 200 code points (contract 6). */
function readName(claim: unknown): string | null {
  if (typeof claim !== 'string') return null;
  const shown = normalizeText([...claim.toWellFormed()].filter(isCleanText).join(''));
  return [...shown].slice(0, 200).join('').trim() || null;
}

function readEmail(claim: unknown): string | null {
  const email = typeof claim === 'string' ? normalizeText(claim) : '';
  return email !== '' && isCleanText(email) && lengthOf(email) <= 320 ? email : null;
}
