import { createHash } from 'node:crypto';
import { EncryptJWT, jwtDecrypt } from 'jose';
import type { Attempt } from './provider.ts';

/** How long somebody may take at the provider. */
export const ATTEMPT_SECONDS = 600;

export const attemptCookie = (state: string) =>
  `SIGN-IN-${createHash('sha256').update(state).digest('hex').slice(0, 16)}`;

const ALGORITHMS = { alg: 'dir', enc: 'A256GCM' };

const keyOf = (secret: string) => createHash('sha256').update(`sign-in attempt ${secret}`).digest();

/** One sealed cookie for each attempt: nothing is kept on the server for those who never come back. */
export async function sealAttempt(attempt: Attempt, secret: string): Promise<string> {
  return await new EncryptJWT({ ...attempt })
    .setProtectedHeader(ALGORITHMS)
    .setExpirationTime(`${ATTEMPT_SECONDS} seconds`)
    .encrypt(keyOf(secret));
}

/** The attempt in a cookie; throws when it was not sealed here or has expired. */
export async function openAttempt(sealed: string, secret: string): Promise<Attempt> {
  const { payload } = await jwtDecrypt<Record<keyof Attempt, string>>(sealed, keyOf(secret), {
    keyManagementAlgorithms: [ALGORITHMS.alg],
    contentEncryptionAlgorithms: [ALGORITHMS.enc],
  });
  const { state, nonce, verifier, returnTo } = payload;
  return { state, nonce, verifier, returnTo };
}
