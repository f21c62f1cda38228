import { crc32, deflateRawSync } from 'node:zlib';
import { strFromU8, strToU8, unzipSync } from 'fflate';

/** The XML of a part of a workbook. */
export function partOf(bytes: Uint8Array, path: string): string {
  const part = unzipSync(bytes)[path];
  if (!part) throw new Error(`The workbook has no part ${path}`);
  return strFromU8(part);
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' };
const plain = (xml: string) => xml.replace(/&(\w+);/g, (_, name: string) => entities[name] ?? '');

/**
 * The rows of a sheet, 1 or 2, of a downloaded workbook, by the references of its cells. Does not support other workbooks,
 * and keeps the escapes of the format.
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

type Parts = Record<string, string | Uint8Array>;

/**
 * Creates a ZIP of texts, in UTF-8, and bytes by name. With Node's own compression, because some tests need hundreds of
 * megabytes.
 */
export function zipped(parts: Parts): Uint8Array {
  const records = Object.entries(parts).map(([name, part]) => {
    const bytes = typeof part === 'string' ? strToU8(part) : part;
    const packed = deflateRawSync(bytes, { level: 1 });
    // The version, the flag of names in UTF-8, the method, a time, the checksum and both sizes.
    const about = Buffer.alloc(26);
    about.writeUInt16LE(20, 0);
    about.writeUInt16LE(0x0800, 2);
    about.writeUInt16LE(8, 4);
    about.writeUInt32LE(crc32(bytes), 10);
    about.writeUInt32LE(packed.length, 14);
    about.writeUInt32LE(bytes.length, 18);
    about.writeUInt16LE(Buffer.byteLength(name), 22);
    return { name: Buffer.from(name), packed, about };
  });
  const files = records.map(({ name, packed, about }) => [Buffer.from('PK\x03\x04'), about, name, packed]);
  let at = 0;
  const directory = records.map(({ name, about }, place) => {
    // Without a comment and attributes; at last where the file begins.
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(at, 10);
    at += sizeOf(files[place] ?? []);
    return [Buffer.from('PK\x01\x02\x14\x00'), about, rest, name];
  });
  const end = Buffer.alloc(18);
  end.writeUInt16LE(records.length, 4);
  end.writeUInt16LE(records.length, 6);
  end.writeUInt32LE(sizeOf(directory.flat()), 8);
  end.writeUInt32LE(at, 12);
  return new Uint8Array(
    Buffer.concat([...files.flat(), ...directory.flat(), Buffer.from('PK\x05\x06'), end]),
  );
}

const sizeOf = (buffers: readonly Buffer[]) => buffers.reduce((sum, { length }) => sum + length, 0);

export function utf16(text: string, encoding: 'utf-16le' | 'utf-16be'): Uint8Array {
  const bytes = new Uint8Array(text.length * 2);
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < text.length; at += 1)
    view.setUint16(at * 2, text.charCodeAt(at), encoding === 'utf-16le');
  return bytes;
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships';

interface Written {
  /** The content of the `sheetData` of each sheet. */
  sheets?: readonly string[];
  /** The content of the workbook element before its sheets. */
  properties?: string;
  /** The format codes of the styles 1, 2, … */
  formats?: readonly string[];
  /** The content of each shared string. */
  strings?: readonly string[];
  /** Additional parts, or replacements of the parts above. */
  parts?: Parts;
}

/** A workbook from raw XML, as a spreadsheet or another program writes it. */
export function workbookOf({
  sheets = [''],
  properties = '',
  formats = [],
  strings,
  parts,
}: Written): Uint8Array {
  const styles = formats.map((code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${code}"/>`);
  const used = formats.map((_, at) => `<xf numFmtId="${164 + at}"/>`);
  const links = sheets.map(
    (_, at) =>
      `<Relationship Id="s${at}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
  );
  const tabs = sheets.map((_, at) => `<sheet name="Sheet${at + 1}" sheetId="${at + 1}" r:id="s${at}"/>`);
  const data = sheets.map((rows, at): [string, string] => [
    `xl/worksheets/sheet${at + 1}.xml`,
    `<worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData></worksheet>`,
  ]);
  const types = [
    ['workbook', 'sheet.main'],
    ['styles', 'styles'],
    ['sharedStrings', 'sharedStrings'],
    ...sheets.map((_, at) => [`worksheets/sheet${at + 1}`, 'worksheet']),
  ].map(
    ([part, type]) =>
      `<Override PartName="/xl/${part}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${type}+xml"/>`,
  );
  return zipped({
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${types.join('')}</Types>`,
    '_rels/.rels': `<Relationships xmlns="${PACKAGE}"><Relationship Id="w" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}">${properties}<sheets>${tabs.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}">${links.join('')}<Relationship Id="t" Type="${OFFICE}/styles" Target="styles.xml"/><Relationship Id="u" Type="${OFFICE}/sharedStrings" Target="/xl/sharedStrings.xml"/></Relationships>`,
    'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><numFmts>${styles.join('')}</numFmts><cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${used.join('')}</cellXfs></styleSheet>`,
    ...(strings
      ? {
          'xl/sharedStrings.xml': `<sst xmlns="${MAIN}">${strings.map((text) => `<si>${text}</si>`).join('')}</sst>`,
        }
      : {}),
    ...Object.fromEntries(data),
    ...parts,
  });
}
