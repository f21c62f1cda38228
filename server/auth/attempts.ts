import { createHash } from 'node:crypto';
import { EncryptJWT, jwtDecrypt } from 'jose';
import type { Attempt } from './provider.ts';

/** How long somebody may take at the provider. */
export const ATTEMPT_SECONDS = 600;

export const ATTEMPT_COOKIE = 'SIGN-IN-';

export const attemptCookie = (state: string) =>
  ATTEMPT_COOKIE + createHash('sha256').update(state).digest('hex').slice(0, 16);

const ALGORITHMS = { alg: 'dir', enc: 'A256GCM' };

const keyOf = (secret: string) => createHash('sha256').update(`sign-in attempt ${secret}`).digest();

/**
 * One sealed cookie for each attempt: nothing is kept on the server for those who never come back. Before the seal
 * stands when it was begun, so that the oldest can be told.
 */
export async function sealAttempt(attempt: Attempt, secret: string): Promise<string> {
  const sealed = await new EncryptJWT({ ...attempt })
    .setProtectedHeader(ALGORITHMS)
    .setExpirationTime(`${ATTEMPT_SECONDS} seconds`)
    .encrypt(keyOf(secret));
  return `${Date.now()}.${sealed}`;
}

/** When a sealed attempt was begun, as its cookie says. */
export const begunAt = (sealed: string) => Number.parseInt(sealed, 10) || 0;

/** The attempt in a cookie; throws when it was not sealed here or has expired. */
export async function openAttempt(sealed: string, secret: string): Promise<Attempt> {
  const { payload } = await jwtDecrypt<Record<keyof Attempt, string>>(
    sealed.slice(sealed.indexOf('.') + 1),
    keyOf(secret),
    { keyManagementAlgorithms: [ALGORITHMS.alg], contentEncryptionAlgorithms: [ALGORITHMS.enc] },
  );
  const { state, nonce, verifier, returnTo } = payload;
  return { state, nonce, verifier, returnTo };
}
