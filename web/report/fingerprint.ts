import { fingerprintLine } from '../../contract/columns/fingerprintLine.ts';
import type { ReportRow } from '../../contract/report.ts';
import { counted } from '../lib/counted.ts';

/**
 * The fingerprint of a report's rows (contract 10): `v1:` and the SHA-256, in hex, of their lines as RFC 4180 in UTF-8, each
 * ended by a line feed. All rows count, even those with the same default columns. Undefined if the browser cannot compute
 * it: without HTTPS.
 */
export async function fingerprintOf(rows: readonly ReportRow[]): Promise<string | undefined> {
  // Missing without a secure connection, despite its type.
  const subtle = globalThis.crypto.subtle as SubtleCrypto | undefined;
  const hash = await subtle?.digest('SHA-256', new TextEncoder().encode(rows.map(fingerprintLine).join('')));
  if (!hash) return undefined;
  const hex = Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0'));
  return `v1:${hex.join('')}`;
}

/** Why a download has fewer rows than the report that its fingerprint is of; null if it has as many. */
export const fewerRowsText = (shown: number, all: number): string | null =>
  shown === all
    ? null
    : `${counted(all, 'row')} of the report are ${counted(shown, 'row')} here: rows that do not differ in these columns appear once`;

/** A fingerprint with what it stands for: 'Fingerprint of the report's 12 rows, default columns: v1:…'. */
export const fingerprintText = (count: number, fingerprint: string): string =>
  `Fingerprint of the report's ${counted(count, 'row')}, default columns: ${fingerprint}`;
