import { Unreadable } from './unreadable.ts';

const startsWith = (bytes: Uint8Array, start: readonly number[] | string) =>
  [...start].every((one, at) => bytes[at] === (typeof one === 'string' ? one.charCodeAt(0) : one));

/** Whether a file is a ZIP. An empty ZIP counts too. */
export const isZip = (bytes: Uint8Array): boolean =>
  startsWith(bytes, 'PK\x03\x04') || startsWith(bytes, 'PK\x05\x06');

/** The first bytes of other kinds of files, and the name of the kind. */
const others: readonly (readonly [start: string | readonly number[], what: string])[] = [
  ['%PDF', 'a PDF'],
  [[0x89, 0x50, 0x4e, 0x47], 'an image'],
  [[0xff, 0xd8, 0xff], 'an image'],
  ['GIF8', 'an image'],
  ['RIFF', 'an image or a recording'],
  ['{\\rtf', 'a text document'],
];

const OLD_OFFICE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
/** The name of a part in a password-protected workbook, in UTF-16. */
const ENCRYPTED = [...'EncryptedPackage'].join('\0');

/** Throws `Unreadable` for a file whose first bytes belong neither to a workbook nor to a text. */
export function refuseOthers(bytes: Uint8Array): void {
  if (startsWith(bytes, OLD_OFFICE)) {
    const isEncrypted = new TextDecoder('latin1').decode(bytes).includes(ENCRYPTED);
    throw new Unreadable(
      isEncrypted
        ? 'The workbook is protected by a password. Save it without one, and choose it again.'
        : 'This is an old Excel file (.xls). Open it in Excel and save it as .xlsx.',
    );
  }
  const other = others.find(([start]) => startsWith(bytes, start));
  if (other) throw new Unreadable(`This is ${other[1]}, not a spreadsheet. Choose an .xlsx or .csv file.`);
}

const PAGE = /^\s*(<(!doctype|html|head|body|meta|style|table|div)\b|<!--|MIME-Version:)/i;
const XML = /^\s*<\?xml\b/;
const JSON_START = /^\s*(\{\s*"|\[\s*[{["\]])/;
const CONTROL = /[\0-\x08\x0E-\x1F]/g;
/** In a text, one of this many characters may be a control character by mistake. Its cell then reports the error. */
const RARE = 10;

/** Throws `Unreadable` for a text that is not a table of values. */
export function refuseOtherTexts(text: string): void {
  if (PAGE.test(text))
    throw new Unreadable(
      'This is a web page, whatever its name says. Open it in Excel and save it as .xlsx.',
    );
  if (XML.test(text)) throw new Unreadable('This is an XML file. Open it in Excel and save it as .xlsx.');
  if (JSON_START.test(text))
    throw new Unreadable('This is a JSON file, not a spreadsheet. Choose an .xlsx or .csv file.');
  const controls = text.match(CONTROL)?.length ?? 0;
  if (controls > text.length / RARE)
    throw new Unreadable('This is not a spreadsheet. Choose an .xlsx or .csv file.');
}
