import { expect, test } from 'vitest';
import { refusedRows } from '../../../intake/proposed.ts';
import { type Encoding, readSpreadsheet, sourceOf } from '../../../sheets/read.ts';
import { book, resultOf, windows1252 } from '../../support/importFile.ts';
import { read } from '../../support/intake.ts';
import { workbookOf, zipped } from '../../support/workbook.ts';

// Facts about a file besides its cells, and the notes about them: equal on the screen and in the command.

const HEADER = 'Major Code,Segment,Title 20';
const utf8 = (text: string) => new TextEncoder().encode(text);

/** The notes and problems about a file, and the titles that it proposes. */
function understood(bytes: Uint8Array, kind = 'major', encoding?: Encoding) {
  const spreadsheet = readSpreadsheet(bytes, 'file.csv', encoding);
  const [sheet] = spreadsheet.sheets;
  if (!sheet) throw new Error('There is no sheet');
  const { notes, rows, problems } = read(kind, sheet.rows, { source: sourceOf(spreadsheet, sheet) });
  return {
    encoding: spreadsheet.text?.encoding,
    notes,
    problems: [...problems, ...rows.flatMap((row) => row.problems)].map(({ message }) => message),
    values: rows.map(({ cells }) =>
      Object.fromEntries(Object.entries(cells).map(([id, { value }]) => [id, value])),
    ),
  };
}

const LOST =
  'has letters that were lost when it was saved (\uFFFD). Type them again, or save the file as .xlsx.';

test.for(['', '\uFEFF'])('a byte that is not UTF-8 changes only its own cell, after %j', (mark) => {
  const bytes = [...utf8(`${mark}${HEADER}\n007,U,École générale\n008,U,Caf`), 0xe9, ...utf8(' studies\n')];
  const found = understood(Uint8Array.from(bytes));
  expect(found.encoding).toBe('UTF-8');
  expect(found.notes).toEqual(['The file was read as UTF-8, such as “École générale”.']);
  expect(found.values[0]).toMatchObject({ title20: 'École générale' });
  expect(found.problems).toEqual([`Row 3, Title 20: “Caf\uFFFD studies” ${LOST}`]);
});

test('a file with only Windows-1252 accents is read as Windows-1252, and a user can choose another encoding', () => {
  const bytes = windows1252(`${HEADER}\n007,U,Café\n`);
  expect(understood(bytes)).toMatchObject({
    encoding: 'Windows-1252',
    notes: ['The file was read as Windows-1252, such as “Café”.'],
    values: [{ title20: 'Café' }],
  });
  expect(understood(bytes, 'major', 'UTF-8').problems).toEqual([`Row 2, Title 20: “Caf\uFFFD” ${LOST}`]);
  expect(understood(utf8(`${HEADER}\n007,U,Café\n`), 'major', 'Windows-1252').values).toMatchObject([
    { title20: 'CafÃ©' },
  ]);
});

test('a file of ASCII letters has no note about its encoding', () => {
  expect(understood(utf8(`${HEADER}\n007,U,Cafe\n`)).notes).toEqual([]);
});

test('hidden rows are read, and a note has their number', () => {
  const rows = ['Major Code|Segment|Title 20', '007|U|Chemistry', '008|U|Physics'].map((line) =>
    line
      .split('|')
      .map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`)
      .join(''),
  );
  const sheets = [`<row>${rows[0]}</row><row r="2" hidden="1">${rows[1]}</row><row r="3">${rows[2]}</row>`];
  const found = understood(workbookOf({ sheets }));
  expect(found.notes).toEqual(['Includes 1 row that the spreadsheet hides.']);
  expect(found.values).toHaveLength(2);
});

test.for([
  ['0', 4.5, 4.5],
  ['0.0', 1.25, 1.25],
  ['#,##0', 1200.5, 1200.5],
  ['0.00', 0.1 + 0.2, 0.3],
] as const)(
  'a number field uses the stored number, not the text of the format %s',
  ([format, stored, value]) => {
    const number = `<c s="1"><v>${stored}</v></c>`;
    const bytes = book(
      [
        ['Major Key', 'Degree Key', 'Prog Lgth Yrs'],
        [1, 1, number],
      ],
      { formats: [format] },
    );
    const { rows } = read('majorDegree', readSpreadsheet(bytes, 'x.xlsx').sheets[0]?.rows ?? []);
    // A value that differs from the shown text is listed like every text whose value has another standard text.
    expect(rows[0]?.cells.programLengthYrs).toMatchObject({ value, as: String(value) });
  },
);

/** A workbook of rows between bars, with merged cells. */
function mergedBook(lines: readonly string[], merged: readonly string[]): Uint8Array {
  const rows = lines.map(
    (line) =>
      `<row>${line
        .split('|')
        .map((text) => (text ? `<c t="inlineStr"><is><t>${text}</t></is></c>` : '<c/>'))
        .join('')}</row>`,
  );
  const cells = merged.map((ref) => `<mergeCell ref="${ref}"/>`).join('');
  const sheet = `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows.join('')}</sheetData><mergeCells>${cells}</mergeCells></worksheet>`;
  return workbookOf({ parts: { 'xl/worksheets/sheet1.xml': sheet } });
}

test('vertically merged cells copy their value to each of their rows, and a note lists them', () => {
  const found = understood(
    mergedBook(['Title 7|Title 40|Start Term', 'MRG1|Merged one|F25', 'MRG2|Merged two|'], ['C2:C3']),
    'department',
  );
  expect(found.values.map(({ startTerm }) => startTerm)).toEqual(['202592', '202592']);
  expect(found.notes).toEqual(['The merged cells C2:C3 give their value to each of their rows.']);
});

test('horizontally merged cells with a value are an error, but a merged title above the header is not', () => {
  const found = understood(
    mergedBook(
      ['Departments||', 'Title 7|Title 40|Comments', 'MRG1|Merged one|', 'MRG2|Merged two|'],
      ['A1:C1', 'B3:C3'],
    ),
    'department',
  );
  const beside = 'is merged with cells beside it, so its column is not clear. Unmerge the cells.';
  expect(found.problems).toEqual([
    `Row 3, Title 40: “Merged one” ${beside}`,
    `Row 3, Comments: “Merged one” ${beside}`,
  ]);
  expect(found.values[1]).toMatchObject({ title: 'Merged two' });
});

test('a row of a text file with more values than the header is an error, whatever the other rows hold', () => {
  expect(resultOf(`${HEADER}\n007,U,Art, Modern\n008,U,"Art, Modern"\n009,U,Art,\n`, 'major')).toEqual([
    'Row 2 has more values than the header; put quotation marks around values with commas.',
    expect.stringMatching(/^3: .* title20 Art, Modern$/),
    expect.stringMatching(/^4: .* title20 Art$/),
  ]);
});

/** The same ZIP, with the numbers of its directory in ZIP64 fields. */
function asZip64(zip: Uint8Array): Uint8Array {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength);
  const end = zip.length - 22;
  const [count, directory] = [view.getUint16(end + 10, true), view.getUint32(end + 16, true)];
  const entries: Uint8Array[] = [];
  let at = directory;
  for (let left = count; left > 0; left -= 1) {
    const [name, extra, comment] = [28, 30, 32].map((field) => view.getUint16(at + field, true)) as [
      number,
      number,
      number,
    ];
    const own = zip.slice(at, at + 46 + name);
    const wide = new Uint8Array(28);
    const [ownView, wideView] = [new DataView(own.buffer), new DataView(wide.buffer)];
    wideView.setUint16(0, 1, true);
    wideView.setUint16(2, 24, true);
    for (const [place, field] of [
      [4, 24],
      [12, 20],
      [20, 42],
    ] as const) {
      wideView.setBigUint64(place, BigInt(view.getUint32(at + field, true)), true);
      ownView.setUint32(field, 0xffffffff, true);
    }
    ownView.setUint16(30, 28, true);
    ownView.setUint16(32, 0, true);
    entries.push(own, wide);
    at += 46 + name + extra + comment;
  }
  const size = entries.reduce((sum, { length }) => sum + length, 0);
  const tail = new Uint8Array(56 + 20 + 22);
  const tailView = new DataView(tail.buffer);
  tailView.setUint32(0, 0x06064b50, true);
  tailView.setBigUint64(4, 44n, true);
  tailView.setBigUint64(24, BigInt(count), true);
  tailView.setBigUint64(32, BigInt(count), true);
  tailView.setBigUint64(40, BigInt(size), true);
  tailView.setBigUint64(48, BigInt(directory), true);
  tailView.setUint32(56, 0x07064b50, true);
  tailView.setBigUint64(64, BigInt(directory + size), true);
  tailView.setUint32(72, 1, true);
  tailView.setUint32(76, 0x06054b50, true);
  for (const field of [8, 10]) tailView.setUint16(76 + field, 0xffff, true);
  for (const field of [12, 16]) tailView.setUint32(76 + field, 0xffffffff, true);
  return Uint8Array.from([...zip.slice(0, directory), ...entries.flatMap((one) => [...one]), ...tail]);
}

test('a workbook with a ZIP64 directory is read like any other', () => {
  const bytes = book([
    ['Major Code', 'Segment', 'Title 20'],
    ['007', 'U', 'Chemistry'],
  ]);
  expect(understood(asZip64(bytes)).values).toEqual(understood(bytes).values);
});

test('a ZIP64 directory with invalid offsets is reported as damaged', () => {
  const bytes = asZip64(zipped({ 'xl/workbook.xml': '<none/>' }));
  const view = new DataView(bytes.buffer);
  for (const [field, value] of [
    [bytes.length - 22 - 20 - 56 + 48, 2n ** 63n],
    [bytes.length - 22 - 20 + 8, 2n ** 40n],
  ] as const) {
    const [place, before] = [field, view.getBigUint64(field, true)];
    view.setBigUint64(place, value, true);
    expect(() => readSpreadsheet(bytes, 'x.xlsx')).toThrow('The file is damaged.');
    view.setBigUint64(place, before, true);
  }
});

test('a single UTF-8 letter is enough, however many bytes are not UTF-8', () => {
  const bytes = Uint8Array.from([
    ...utf8(`${HEADER}\n007,U,Génie\n008,U,`),
    ...windows1252('Études générales\n'),
  ]);
  expect(understood(bytes)).toMatchObject({
    encoding: 'UTF-8',
    notes: ['The file was read as UTF-8, such as “Génie”.'],
    problems: [expect.stringContaining('\uFFFDtudes g\uFFFDn')],
  });
});

test('rejected rows keep all values behind the header, and are rejected again for the same reason', () => {
  const wide = `${HEADER}\n007,U,Art, Modern, and Film\n`;
  const spreadsheet = readSpreadsheet(utf8(wide), 'wide.csv');
  const [sheet] = spreadsheet.sheets;
  const intake = read('major', sheet?.rows ?? [], sheet && { source: sourceOf(spreadsheet, sheet) });
  const { header, rows } = refusedRows(intake);
  expect([header, rows[0]?.slice(0, -1)]).toEqual([
    ['Major Code', 'Segment', 'Title 20', '', '', 'Reason'],
    ['007', 'U', 'Art', 'Modern', 'and Film'],
  ]);
  const again = [header, ...rows].map((cells) => cells.map((cell) => `"${cell}"`).join(',')).join('\n');
  expect(resultOf(again, 'major')).toEqual(resultOf(wide, 'major'));
});

test('the message names the delimiter of the file', () => {
  expect(resultOf('Major Code;Segment;Title 20\n007;U;Art; Film\n', 'major')).toEqual([
    'Row 2 has more values than the header; put quotation marks around values with semicolons.',
  ]);
});

test.for(['\u00A0', '\uFEFF', '\u200B \t'])('%j before quotation marks is not part of a value', (space) => {
  expect(resultOf(`${HEADER}\n007,${space}"U",${space}"Art, Film"\n`, 'major')).toEqual([
    expect.stringMatching(/^2: majorKey 1 .* title20 Art, Film$/),
  ]);
});

test('a text ends at the Ctrl-Z with which DOS fills a block', () => {
  expect(resultOf(`${HEADER}\n007,U,Art${'\x1A'.repeat(128)}`, 'major')).toEqual([
    expect.stringMatching(/^2: .* title20 Art$/),
  ]);
});

test.for([
  ['Physics\0', 'Physics␀'],
  ['\x1B[2JPhysics', '␛[2JPhysics'],
  ['Phys\x7Fics', 'Phys␡ics'],
  ['Phys\x81ics', 'Phys\uFFFDics'],
])('the control character in %j is an error of its row, and is not printed', ([title, shown]) => {
  expect(resultOf(`${HEADER}\n007,U,Chemistry\n008,U,${title}\n`, 'major').slice(1)).toEqual([
    `Row 3, Title 20: “${shown}” has an invisible control character. Type the value again.`,
  ]);
});

test('control characters in a header are not printed', () => {
  expect(resultOf('Major Code,Segment,No\x1Bte of the dean\n007,U,x\n', 'major')[0]).toBe(
    'The column “No␛te of the dean” is ignored.',
  );
});
