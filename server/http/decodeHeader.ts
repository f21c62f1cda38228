import { badRequest } from '../errors.ts';

/** Decodes a percent-encoded header. Throws a 400 that names the header if its value is not percent-encoded UTF-8. */
export function decodeHeader(name: string, value: string | string[] = ''): string {
  const invalidHeader = () => badRequest('BAD_REQUEST', `The header ${name} is not percent-encoded UTF-8.`);
  const header = String(value);
  // Node decodes other bytes as Latin-1.
  if (/[^\x20-\x7e\t]/.test(header)) throw invalidHeader();
  try {
    return decodeURIComponent(header);
  } catch {
    throw invalidHeader();
  }
}
