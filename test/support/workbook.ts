import { strFromU8, unzipSync } from 'fflate';

/** The XML of a part of a workbook. */
export function partOf(bytes: Uint8Array, path: string): string {
  const part = unzipSync(bytes)[path];
  if (!part) throw new Error(`The workbook has no part ${path}`);
  return strFromU8(part);
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' };
const plain = (xml: string) => xml.replace(/&(\w+);/g, (_, name: string) => entities[name] ?? '');

/**
 * The rows of a sheet that the download has written, 1 or 2, by the references of its cells. It knows nothing of other
 * workbooks, and leaves the escapes of the format in.
 */
export function rowsOfSheet(bytes: Uint8Array, sheet: 1 | 2): string[][] {
  const xml = partOf(bytes, `xl/worksheets/sheet${sheet}.xml`);
  return [...xml.matchAll(/<row [^>]*>(.*?)<\/row>/gs)].map(([, row = '']) => {
    const cells: string[] = [];
    for (const [, name = '', text = ''] of row.matchAll(/<c r="([A-Z]+)\d+"[^>]*><is><t[^>]*>(.*?)<\/t>/gs))
      cells[indexOf(name)] = plain(text);
    return Array.from(cells, (cell) => cell ?? '');
  });
}

const indexOf = (name: string) =>
  [...name].reduce((index, letter) => index * 26 + letter.charCodeAt(0) - 64, 0) - 1;
