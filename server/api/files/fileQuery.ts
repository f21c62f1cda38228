import * as z from 'zod/mini';
import {
  type DataColumn,
  type FileColumn,
  labeled,
  textOf,
  type Value,
} from '../../../contract/columns/dataColumn.ts';
import type { ErrorItem } from '../../../contract/errors.ts';
import { shownName } from '../../../contract/errors.ts';

/** A query parameter with its description in the API document. */
export function described(description: string, json: Record<string, unknown> = {}) {
  const read = z.string();
  z.globalRegistry.add(read, { description, ...json });
  return z.optional(read);
}

/** The parameters of every file. Their values are checked by `fileErrors`, because an unknown one is 422. */
export const fileQuery = {
  cols: described(
    'The columns and their order: field names separated by commas, as in the address of the screen. Default: the columns of the screen.',
  ),
  labels: described(
    'codes (default): field names as headings, and codes of terms and awards. labels: headings, values and order as in the file that the screen downloads.',
    { enum: ['codes', 'labels'] },
  ),
};

interface Sent {
  cols?: string | undefined;
  labels?: string | undefined;
}

/** The errors of the parameters of a file with these columns. */
export function fileErrors({ cols, labels }: Sent, all: readonly DataColumn<never>[]): ErrorItem[] {
  const known = new Set(all.map(({ id }) => id));
  const names = cols?.split(',') ?? [];
  const unknown = names.find((name) => !known.has(name));
  const repeated = names.find((name, at) => names.indexOf(name) < at);
  const errors: ErrorItem[] = [];
  const colsError = (message: string) => errors.push({ code: 'COLS_UNKNOWN_VALUE', field: 'cols', message });
  if (unknown !== undefined) colsError(`There is no column “${shownName(unknown)}”`);
  else if (repeated !== undefined) colsError(`The column “${shownName(repeated)}” is named twice`);
  if (labels !== undefined && labels !== 'codes' && labels !== 'labels')
    errors.push({
      code: 'LABELS_UNKNOWN_VALUE',
      field: 'labels',
      message: 'labels must be codes or labels',
    });
  return errors;
}

/** A column of a file with the text of each of its cells. */
export interface TextColumn<Row> extends Omit<FileColumn<Row>, 'read'> {
  text: (row: Row) => string;
}

/** The columns of a file, after `fileErrors` has found none. Without `cols` they are `byDefault`. */
export function fileColumns<Row>(
  { cols, labels }: Sent,
  all: readonly DataColumn<Row>[],
  byDefault: readonly DataColumn<Row>[],
): TextColumn<Row>[] {
  const byId = new Map(all.map((column) => [column.id, column]));
  const chosen = cols === undefined ? byDefault : cols.split(',').flatMap((id) => byId.get(id) ?? []);
  if (labels === 'labels')
    return labeled(chosen).map(({ header, read }) => ({ header, text: (row) => textOf(read(row)) }));
  return chosen.map((column) => ({ header: column.id, text: (row) => codeOf(column, row) }));
}

/** The stored value of a column, with codes instead of labels. A column that is no field of the row has its own value. */
function codeOf<Row>({ id, value }: DataColumn<Row>, row: Row): string {
  const stored = id
    .split('.')
    .reduce<unknown>((part, name) => part && (part as Record<string, unknown>)[name], row);
  const code = stored === undefined ? value(row) : (stored as Value);
  return code === null ? '' : String(code);
}
