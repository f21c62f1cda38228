import { isCleanText, lengthOf, normalizeText } from '../../contract/text.ts';
import type { OidcSettings } from '../config/signInSettings.ts';
import { oneLine } from './providerError.ts';
import type { SignedInUser } from './users.ts';

type ClaimNames = OidcSettings['claims'];
type Claims = Readonly<Record<string, unknown>>;

/** The provider identifies a user that we cannot store: the network ID is missing or is not clean text. */
export class UnusableAccount extends Error {
  override readonly name = 'UnusableAccount';
  /** The problem, for the user. The error's `message` is for the log, and may have more details. */
  readonly userMessage: string;
  /** Signs the user out at the provider. */
  idToken: string | null = null;

  constructor(userMessage: string, details = '') {
    super(`${userMessage}${details}`);
    this.userMessage = userMessage;
  }
}

/**
 * Reads a user from the claims. Only the network ID must be valid; throws `UnusableAccount` if it is not. A name is cleaned
 * and shortened, and other invalid values are omitted: bad data elsewhere must not lock users out.
 */
export function readUser(claims: Claims, names: ClaimNames): SignedInUser {
  return {
    uciNetId: readNetId(claims, names.uciNetId),
    firstName: readName(claims[names.firstName]),
    lastName: readName(claims[names.lastName]),
    email: readEmail(claims[names.email]),
    groups: [claims[names.groups] ?? []].flat().filter((group) => typeof group === 'string'),
  };
}

// Invisible characters could make two IDs look the same.
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Co}\p{Cn}\u2800]/u;

/** Whether a text is a network ID: clean text of 1 to 100 code points (contract 6). */
export const isNetId = (text: string) =>
  text !== '' && isCleanText(text) && !INVISIBLE.test(text) && lengthOf(text) <= 100;

function readNetId(claims: Claims, name: string): string {
  const claim = claims[name];
  const netId = typeof claim === 'string' ? normalizeText(claim) : '';
  if (netId === '')
    throw new UnusableAccount(
      `The sign-in service did not send ${name}, the claim with the network ID`,
      `; it sent ${oneLine(Object.keys(claims).sort().join(', '))}`,
    );
  if (!isNetId(netId))
    throw new UnusableAccount(
      `${name}, the claim with the network ID, is not clean text of at most 100 characters`,
    );
  return netId;
}

/** A cleaned name of at most 200 code points (contract 6), or null. */
function readName(claim: unknown): string | null {
  if (typeof claim !== 'string') return null;
  const clean = normalizeText([...claim.toWellFormed()].filter(isCleanText).join(''));
  return normalizeText([...clean].slice(0, 200).join('')) || null;
}

function readEmail(claim: unknown): string | null {
  const email = typeof claim === 'string' ? normalizeText(claim) : '';
  return email !== '' && isCleanText(email) && lengthOf(email) <= 320 ? email : null;
}
