import * as z from 'zod/mini';
import { BYTE_ORDER_MARK, csvLine } from '../../../sheets/csv.ts';
import type { Content } from '../../http/responseCache.ts';
import type { Pieces } from '../../http/sendJson.ts';
import type { TextColumn } from './fileQuery.ts';

// A piece of this size is built in a few milliseconds.
const PIECE = 500;

/** The pieces of a CSV file: a header line, then a line for each row. */
export function csvPieces<Row>(columns: readonly TextColumn<Row>[], rows: readonly Row[]): Pieces {
  const header = BYTE_ORDER_MARK + csvLine(columns.map((column) => column.header));
  const lineOf = (row: Row) => csvLine(columns.map(({ text }) => text(row)));
  const starts = Array.from({ length: Math.ceil(rows.length / PIECE) }, (_, piece) => piece * PIECE);
  const parts = starts.map(
    (start) => () =>
      rows
        .slice(start, start + PIECE)
        .map(lineOf)
        .join(''),
  );
  const [first = () => '', ...others] = parts;
  return [() => header + first(), ...others];
}

/** The schema of a CSV file: text, with its default columns as an example. */
export function csvOf(columns: readonly { id: string }[]) {
  const schema = z.string();
  z.globalRegistry.add(schema, {
    description: 'A CSV file: UTF-8 with a byte order mark, lines as in RFC 4180.',
    examples: [csvLine(columns.map(({ id }) => id))],
  });
  return schema;
}

/** A CSV file with the name of the file that the screen downloads. */
export const csvContent = (name: string, pieces: Pieces, headers: Content['headers'] = {}): Content => ({
  pieces,
  headers: {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${name}.csv"`,
    ...headers,
  },
});
