/** A file or text cannot be read as a spreadsheet. The message is one sentence or two: what is wrong, and what to do. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable';
}

const MB = 1_000_000;

/** What a file may hold. `unpacked` are its bytes without the compression, and the characters of its cells. */
export const most = {
  file: 20 * MB,
  unpacked: 200 * MB,
  rows: 100_000,
  columns: 500,
  cells: 5_000_000,
};

export const damaged = (): Unreadable =>
  new Unreadable(
    'The file is damaged. Open it in Excel, save it as .xlsx under another name, and choose that file.',
  );

export const tooMuchInside = (): Unreadable =>
  new Unreadable(
    `The file holds more than ${most.unpacked / MB} MB once it is unpacked. Copy only the rows that are needed to a new workbook, and choose that.`,
  );

export const tooLargeFile = (): Unreadable =>
  new Unreadable(
    `The file is larger than ${most.file / MB} MB. Copy only the rows that are needed to a new workbook, and choose that.`,
  );
