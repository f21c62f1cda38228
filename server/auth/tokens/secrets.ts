import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { FastifyRequest } from 'fastify';

const PREFIX = 'mdd_';
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM = 37;
const CHECKED = PREFIX.length + RANDOM;
const FORMAT = /^mdd_[0-9A-Za-z]{43}$/;

/** A new secret of a token (contract 13): a prefix, 220 random bits, and a checksum by which scanners of leaks know it. */
export function newSecret(): string {
  const random = Array.from({ length: RANDOM }, () => DIGITS.charAt(randomInt(DIGITS.length)));
  const text = PREFIX + random.join('');
  return text + checksumOf(text);
}

/** The CRC-32 of a text as six digits to the base 62. */
function checksumOf(text: string): string {
  let digits = '';
  for (let left = crc32(text), at = 0; at < 6; at += 1, left = Math.floor(left / DIGITS.length))
    digits = DIGITS.charAt(left % DIGITS.length) + digits;
  return digits;
}

/** The only form in which a secret is stored. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

/**
 * The secret in the header `Authorization` of a request: after Bearer, or as the password of Basic with any user name.
 * Undefined if there is none that a token could have.
 */
export function secretIn({ raw, headers }: Pick<FastifyRequest, 'raw' | 'headers'>): string | undefined {
  // Node keeps only the first of several such headers; a proxy may have checked another one.
  const names = raw.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'authorization');
  const [, scheme = '', value = ''] = /^(bearer|basic) +(\S+)$/i.exec(headers.authorization ?? '') ?? [];
  const secret = scheme.toLowerCase() === 'basic' ? passwordIn(value) : value;
  return names.length <= 1 && FORMAT.test(secret) && secret.endsWith(checksumOf(secret.slice(0, CHECKED)))
    ? secret
    : undefined;
}

/** The password of Basic: the text after the first colon. */
function passwordIn(value: string): string {
  const text = Buffer.from(value, 'base64').toString('utf8');
  return /^[^:]*:(.*)$/s.exec(text)?.[1] ?? '';
}
