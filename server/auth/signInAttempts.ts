import { createHash } from 'node:crypto';
import { EncryptJWT, errors, jwtDecrypt } from 'jose';
import type { Attempt } from './provider.ts';

/** How long a user may take to sign in at the provider. */
export const ATTEMPT_SECONDS = 600;

export const ATTEMPT_COOKIE = 'SIGN-IN-';

export const attemptCookie = (state: string) =>
  ATTEMPT_COOKIE + createHash('sha256').update(state).digest('hex').slice(0, 16);

const ALGORITHMS = { alg: 'dir', enc: 'A256GCM' };

const keyOf = (secret: string) => createHash('sha256').update(`sign-in attempt ${secret}`).digest();

/**
 * Encrypts an attempt for its own cookie, so the server stores nothing for users who never come back. The start time in
 * milliseconds precedes the encrypted part, so the oldest attempt can be found without decryption.
 */
export async function sealAttempt(attempt: Attempt, secret: string): Promise<string> {
  const sealed = await new EncryptJWT({ ...attempt })
    .setProtectedHeader(ALGORITHMS)
    .setExpirationTime(`${ATTEMPT_SECONDS} seconds`)
    .encrypt(keyOf(secret));
  return `${Date.now()}.${sealed}`;
}

/** The start time of a sealed attempt in milliseconds, according to its cookie; 0 if it is unreadable. */
export const begunAt = (sealed: string) => Number.parseInt(sealed, 10) || 0;

/** We cannot decrypt the cookie of an attempt. */
export class ForeignAttempt extends Error {
  override readonly name = 'ForeignAttempt';

  constructor(cause: unknown) {
    super(
      'The cookie of this sign-in was not encrypted with our SESSION_SECRET: set the same SESSION_SECRET on every instance',
      { cause },
    );
  }
}

/** Decrypts the attempt in a cookie. Throws `JWTExpired` or `ForeignAttempt`. */
export async function openAttempt(sealed: string, secret: string): Promise<Attempt> {
  const { payload } = await jwtDecrypt<Record<keyof Attempt, string>>(
    sealed.slice(sealed.indexOf('.') + 1),
    keyOf(secret),
    { keyManagementAlgorithms: [ALGORITHMS.alg], contentEncryptionAlgorithms: [ALGORITHMS.enc] },
  ).catch((error: unknown) => {
    throw error instanceof errors.JWTExpired ? error : new ForeignAttempt(error);
  });
  const { state, nonce, verifier, returnTo } = payload;
  return { state, nonce, verifier, returnTo };
}
