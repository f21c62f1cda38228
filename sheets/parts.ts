import { toXml } from './text.ts';

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

const relationshipsXml = (targets: readonly (readonly [type: string, target: string])[]) =>
  `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">${targets
    .map(
      ([type, target], at) => `<Relationship Id="rId${at + 1}" Type="${OFFICE}/${type}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`;

export const contentTypes = `${DECLARATION}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPES}.worksheet+xml"/><Override PartName="/xl/worksheets/sheet2.xml" ContentType="${TYPES}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/></Types>`;

export const rootRelationships = relationshipsXml([['officeDocument', 'xl/workbook.xml']]);

/** The relationships from the workbook to its parts. The sheets come first: their IDs are their numbers. */
export const relationships = relationshipsXml([
  ['worksheet', 'worksheets/sheet1.xml'],
  ['worksheet', 'worksheets/sheet2.xml'],
  ['styles', 'styles.xml'],
]);

// Format 49 is '@', text: a value that a user types into such a cell stays a text too. The second style is for headers. A
// format of our own shows a time as the screens do.
const TEXT = 1;
const HEADER = 2;
const TIME = 3;
export const styles = `${DECLARATION}<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="mmm d, yyyy, h:mm AM/PM"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="4"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

/** The workbook part: the names of both sheets, and the filter range of the first, which Excel stores as a defined name. */
export function workbookXml(names: readonly string[], columns: number, rows: number): string {
  const sheets = names.map(
    (name, at) => `<sheet name="${toXml(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`,
  );
  const quoted = toXml((names[0] ?? '').replaceAll("'", "''"));
  const range = `'${quoted}'!$A$1:$${columnName(columns - 1)}$${rows + 1}`;
  return `${DECLARATION}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${sheets.join('')}</sheets><definedNames><definedName name="_xlnm._FilterDatabase" localSheetId="0" hidden="1">${range}</definedName></definedNames></workbook>`;
}

/** A sheet of texts and, in some columns, of times. Its header, if any, is frozen and has filters. */
export function sheetXml(
  header: readonly string[] | undefined,
  rows: readonly (readonly string[])[],
  times: readonly number[] = [],
): string {
  const all = header ? [header, ...rows] : rows;
  const widths = widthsOf(all);
  const range = `A1:${columnName(widths.length - 1)}${all.length}`;
  const parts = [
    header &&
      '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>',
    `<cols>${widths.map((width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" style="${TEXT}" customWidth="1"/>`).join('')}</cols>`,
    `<sheetData>${all.map((cells, at) => (header && at === 0 ? rowXml(cells, 1, HEADER) : rowXml(cells, at + 1, TEXT, times))).join('')}</sheetData>`,
    header && `<autoFilter ref="${range}"/>`,
    // Excel would mark each code of only digits as an error.
    `<ignoredErrors><ignoredError sqref="${range}" numberStoredAsText="1"/></ignoredErrors>`,
  ];
  return `${DECLARATION}<worksheet xmlns="${MAIN}">${parts.filter(Boolean).join('')}</worksheet>`;
}

function rowXml(cells: readonly string[], number: number, style: number, times: readonly number[] = []) {
  const cellXml = (text: string, at: number) => {
    const name = `${columnName(at)}${number}`;
    if (text === '') return '';
    if (times.includes(at)) return `<c r="${name}" s="${TIME}"><v>${serialOf(text)}</v></c>`;
    return `<c r="${name}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${toXml(text)}</t></is></c>`;
  };
  return `<row r="${number}">${cells.map(cellXml).join('')}</row>`;
}

const DAY_LENGTH = 24 * 60 * 60 * 1000;

/** A time as Excel stores it: in days since the end of 1899. */
const serialOf = (time: string) =>
  (Date.parse(`${time.replace(' ', 'T')}Z`) - Date.UTC(1899, 11, 30)) / DAY_LENGTH;

/** 'A' for 0, 'AA' for 26. */
function columnName(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : columnName(Math.floor(index / 26) - 1) + last;
}

const WIDTH = { least: 8, most: 60, space: 3 };

/** The width of each column in characters, by its longest line, with space for the filter button of the header. */
function widthsOf(rows: readonly (readonly string[])[]): number[] {
  const widths: number[] = [WIDTH.least];
  for (const row of rows)
    for (const [at, text] of row.entries())
      widths[at] = Math.max(widths[at] ?? WIDTH.least, Math.min(longestLine(text) + WIDTH.space, WIDTH.most));
  return widths;
}

function longestLine(text: string): number {
  if (text.length + WIDTH.space <= WIDTH.least) return text.length;
  return Math.max(...text.split('\n', WIDTH.most).map(({ length }) => length));
}
