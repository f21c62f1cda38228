/** A file or text is not readable as a spreadsheet. The message has one or two sentences: the error and the correction. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable';
}

const MB = 1_000_000;

/** The limits of a file. `unpacked` limits both its uncompressed bytes and the characters of its cells. */
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
