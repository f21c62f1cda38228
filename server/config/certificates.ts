import { readFileSync } from 'node:fs';

/**
 * What is wrong with a file of certificates, as a sentence; undefined if nothing is. Node would only warn of a missing file,
 * and every connection would fail later.
 */
export function faultOfCertificates(name: string, file: string): string | undefined {
  const correction = 'set it to a file with the certificates of your authority, in PEM format.';
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return `${name} is ${JSON.stringify(file)}, which cannot be read (${code}); ${correction}`;
  }
  if (/-----BEGIN (X509 |TRUSTED )?CERTIFICATE-----/.test(text)) return undefined;
  return `${name} is ${JSON.stringify(file)}, which has no certificate; ${correction}`;
}
