import { Room } from './grid.ts';
import { readSheet, type Shared, type Sheet } from './sheet.ts';
import { formatOf, type NumberFormat } from './shown.ts';
import { unescaped } from './text.ts';
import { damaged, most, Unreadable } from './unreadable.ts';
import { readXml } from './xml.ts';
import { Zip } from './zip.ts';

interface Relationship {
  /** The end of its type: 'worksheet'. */
  type: string;
  target: string;
}

/** Reads the cells of a workbook (XLSX). It runs no macros and follows no links to other files. Throws `Unreadable`. */
export function readWorkbook(bytes: Uint8Array): Sheet[] {
  const zip = new Zip(bytes, most.unpacked);
  const main = [...relationshipsOf(zip, '').values()].find(({ type }) => type === 'officeDocument')?.target;
  const xml = main?.toLowerCase().endsWith('.xml') ? zip.text(main) : undefined;
  if (!main || xml === undefined) throw otherKind(zip.names);
  const related = relationshipsOf(zip, main);
  const { sheets, is1904 } = readMain(xml);
  const part = (wanted: string) => {
    const target = [...related.values()].find(({ type }) => type === wanted)?.target;
    return target === undefined ? undefined : zip.text(target);
  };
  const shared: Shared = {
    strings: readStrings(part('sharedStrings')),
    formats: readStyles(part('styles'), is1904),
  };
  const room = new Room();
  const read = sheets.flatMap(({ name, id, hidden }) => {
    const found = related.get(id);
    // Chart sheets have no cells.
    if (found?.type !== 'worksheet') return [];
    const text = zip.text(found.target);
    if (text === undefined) throw damaged();
    return [{ ...readSheet(text, name, shared, room), hidden }];
  });
  if (read.length === 0) throw new Unreadable('The workbook has no sheet with cells. Choose another file.');
  return read;
}

/** The relationships of a part by ID, or those of the whole file if the part is ''. External links are left out. */
function relationshipsOf(zip: Zip, part: string): Map<string, Relationship> {
  const slash = part.lastIndexOf('/') + 1;
  const folder = part.slice(0, slash);
  const found = new Map<string, Relationship>();
  readXml(zip.text(`${folder}_rels/${part.slice(slash)}.rels`) ?? '<none/>', {
    open(element, attribute) {
      if (element !== 'p:Relationship' || attribute('TargetMode') === 'External') return;
      const type = attribute('Type')?.split('/').at(-1) ?? '';
      found.set(attribute('Id') ?? '', { type, target: resolved(folder, attribute('Target') ?? '') });
    },
  });
  return found;
}

/** Resolves a target in a part of this folder to the name of a part. */
function resolved(folder: string, target: string): string {
  const names: string[] = [];
  for (const name of (target.startsWith('/') ? target : folder + target).split('/'))
    if (name === '..') names.pop();
    else if (name !== '' && name !== '.') names.push(name);
  return names.join('/');
}

/** The sheets in the order of their tabs, and whether dates count from 1904. */
function readMain(xml: string) {
  const sheets: { name: string; id: string; hidden: boolean }[] = [];
  let is1904 = false;
  readXml(xml, {
    open(element, attribute) {
      if (element === 's:workbookPr') is1904 = /^(1|true)$/.test(attribute('date1904') ?? '');
      if (element !== 's:sheet') return;
      const hidden = (attribute('state') ?? 'visible') !== 'visible';
      sheets.push({ name: unescaped(attribute('name') ?? ''), id: attribute('r:id') ?? '', hidden });
    },
  });
  return { sheets, is1904 };
}

/** The shared texts by index, without phonetic hints. */
function readStrings(xml = '<none/>'): string[] {
  const strings: string[] = [];
  let text = '';
  let isText = false;
  let isPhonetic = false;
  readXml(xml, {
    open(element) {
      if (element === 's:si') text = '';
      if (element === 's:rPh') isPhonetic = true;
      isText = element === 's:t' && !isPhonetic;
    },
    text(piece) {
      if (isText) text += piece;
    },
    close(element) {
      isText = false;
      if (element === 's:rPh') isPhonetic = false;
      if (element === 's:si') strings.push(unescaped(text));
    },
  });
  return strings;
}

/** The formats of cells by the index of their style. */
function readStyles(xml = '<none/>', is1904: boolean): NumberFormat[] {
  const codes = new Map<number, string>();
  const used: number[] = [];
  let isCell = false;
  readXml(xml, {
    open(element, attribute) {
      if (element === 's:cellXfs') isCell = true;
      if (element === 's:numFmt') codes.set(Number(attribute('numFmtId')), attribute('formatCode') ?? '');
      if (element === 's:xf' && isCell) used.push(Number(attribute('numFmtId') ?? 0));
    },
    close(element) {
      if (element === 's:cellXfs') isCell = false;
    },
  });
  const formats = new Map([0, ...used].map((id) => [id, formatOf(id, codes.get(id), is1904)]));
  const general = formatOf(0, undefined, is1904);
  return used.length === 0 ? [general] : used.map((id) => formats.get(id) ?? general);
}

/** The error for a ZIP that is not an Excel workbook. */
function otherKind(names: readonly string[]): Unreadable {
  const has = (pattern: RegExp) => names.some((name) => pattern.test(name));
  if (has(/^content\.xml$/))
    return new Unreadable(
      'This is an OpenDocument file (.ods). Open it in LibreOffice and save it as .xlsx.',
    );
  if (has(/^index(\/.*\.iwa|\.zip)$/))
    return new Unreadable('This is a Numbers file. Open it in Numbers and export it to Excel.');
  if (has(/^xl\/workbook\.bin$/))
    return new Unreadable('This is a binary workbook (.xlsb). Open it in Excel and save it as .xlsx.');
  if (has(/^(word|ppt|visio)\//))
    return new Unreadable(
      'This is another kind of Office document, not a workbook. Choose an .xlsx or .csv file.',
    );
  return new Unreadable(
    'This is a zip file, not a workbook. Unpack it, and choose the .xlsx or .csv file in it.',
  );
}
