import { badRequest } from '../errors.ts';

/** Decodes a header whose value is percent-encoded. Throws a 400 that names it if the value is not UTF-8 so encoded. */
export function decodeHeader(name: string, value: string | string[] = ''): string {
  const refusal = () => badRequest('BAD_REQUEST', `The header ${name} is not percent-encoded UTF-8.`);
  const header = String(value);
  // Node decodes other bytes as Latin-1.
  if (/[^\x20-\x7e\t]/.test(header)) throw refusal();
  try {
    return decodeURIComponent(header);
  } catch {
    throw refusal();
  }
}
