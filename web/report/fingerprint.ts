import type { ReportRow } from '../../contract/report.ts';
import { counted } from '../lib/counted.ts';

/** The values that distinguish reports: the default columns of spec 3, with codes instead of labels. */
const valuesOf = ({ school, major, degree }: ReportRow): (string | null | undefined)[] => [
  school?.schoolCode,
  major.majorSegment,
  major.majorCode,
  major.title20,
  major.startTermYyyyst,
  major.endTermYyyyst,
  degree?.degreeAwarded,
  degree?.degreeTitleRc,
  degree?.degreeStartTermYyyyst,
  degree?.degreeEndTermYyyyst,
];

const cellOf = (value: string | null | undefined) => {
  const text = value ?? '';
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/**
 * The fingerprint of a report's rows (contract 10): `v1:` and the SHA-256, in hex, of their lines as RFC 4180 in UTF-8, each
 * ended by a line feed. All rows count, even those with the same default columns. Undefined if the browser cannot compute
 * it: without HTTPS.
 */
export async function fingerprintOf(rows: readonly ReportRow[]): Promise<string | undefined> {
  // Missing without a secure connection, despite its type.
  const subtle = globalThis.crypto.subtle as SubtleCrypto | undefined;
  const lines = rows.map((row) => `${valuesOf(row).map(cellOf).join(',')}\n`);
  const hash = await subtle?.digest('SHA-256', new TextEncoder().encode(lines.join('')));
  if (!hash) return undefined;
  const hex = Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0'));
  return `v1:${hex.join('')}`;
}

/** A fingerprint with what it stands for: 'Fingerprint of the report's 12 rows, default columns: v1:…'. */
export const fingerprintText = (count: number, fingerprint: string): string =>
  `Fingerprint of the report's ${counted(count, 'row')}, default columns: ${fingerprint}`;
