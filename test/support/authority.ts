import { execFileSync } from 'node:child_process';
import { createHash, X509Certificate } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

const openssl = (...given: string[]) => execFileSync('openssl', given, { stdio: 'ignore' });

/** A private certificate authority, with its files in a folder. */
export class Authority {
  /** The path of its own certificate. */
  readonly file: string;
  readonly #folder: string;
  readonly #key: string;

  constructor(folder: string) {
    this.#folder = folder;
    this.file = join(folder, 'authority.crt');
    this.#key = join(folder, 'authority.key');
    const made = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-keyout', this.#key];
    openssl('req', ...made, '-subj', '/CN=Authority of the tests', '-out', this.file);
  }

  /** Issues one certificate for several addresses. Returns the paths of the certificate and of its key. */
  certify(addresses: readonly string[], days = 2): { file: string; key: string } {
    const path = (name: string) => join(this.#folder, name);
    const [key, request] = [path('server.key'), path('server.csr')];
    const [extensions, file] = [path('server.extensions'), path('server.crt')];
    const asked = ['-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-subj', '/CN=Servers of the tests'];
    openssl('req', ...asked, '-out', request);
    writeFileSync(extensions, `subjectAltName = ${addresses.map((one) => `IP:${one}`).join(',')}\n`);
    const by = ['-CA', this.file, '-CAkey', this.#key, '-CAcreateserial', '-days', String(days)];
    openssl('x509', '-req', '-in', request, ...by, '-extfile', extensions, '-out', file);
    return { file, key };
  }
}

/**
 * The argument with which Chromium trusts certificates in PEM. When it only ignores their errors, it sends a request again
 * after each error, and in 1 of 61 tests a request failed with `ERR_TOO_MANY_RETRIES` (0 of 61 with this).
 */
export const trusting = (...certificates: readonly string[]): string =>
  `--ignore-certificate-errors-spki-list=${certificates.map(keyHashOf).join(',')}`;

function keyHashOf(certificate: string): string {
  const { publicKey } = new X509Certificate(certificate);
  return createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64');
}
