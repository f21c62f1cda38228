import type { ErrorItem } from '../../contract/errors.ts';
import type { ApplyForm, EndRef, Preview, PreviewRow, ProposalRow } from '../../contract/proposals.ts';

/** Changes of many rows that are previewed before they are saved, all or none. */
export interface Proposal {
  origin: ApplyForm['origin'];
  /** Its purpose: 'End major 0F7 U in Z25'. The heading of its screen, and the title of the change set. */
  title: string;
  /** The title of the change set, if it names the number of saved rows. */
  titleOf?: (changes: number) => string;
  /** The reason that is filled in. The user can change it. */
  reason?: string;
  rows: readonly ProposalRow[];
  /** What is shown beside the names of some rows, by their IDs in a selection: 'Ended S19'. */
  marks?: ReadonlyMap<string, string>;
  source?: Source;
}

/** The file of the rows. Such rows do not refer to each other. */
export interface Source {
  /** The number of each row in the file, as a spreadsheet shows it. */
  numbers: readonly number[];
  /** The errors of rows that could not be read, by row index. Such a row is shown with its errors, and not sent. */
  unreadable: ReadonlyMap<number, readonly ErrorItem[]>;
  /** The stored items of such rows, if they are known: the rows would change them. */
  existing: ReadonlyMap<number, { key: string; label: string }>;
  /** Whether a value of a row is not of the file, but filled in as the form of a new item does. */
  isFilledIn: (index: number, field: string | undefined) => boolean;
  /** The server's message, with the file's row numbers instead of those of the sent rows. */
  sentenceOf: (message: string) => string;
  /** Downloads rows as they are in the file, each with the reasons why it was not saved, by row index. */
  download: (reasons: ReadonlyMap<number, readonly string[]>) => void;
  /** The cells of a row that can correct an error at a field. */
  cellsOf: (index: number, field: string | undefined) => readonly FileCell[];
  /** Replaces the text of a cell, and reads the file again. */
  correct: (index: number, cell: FileCell, text: string) => void;
}

/** A cell of a file. Its text is empty if the file does not have its column. */
export interface FileCell {
  /** The ID of its column. */
  column: string;
  label: string;
  text: string;
}

/** The rows that are sent to the server. */
export const readRows = ({ rows, source }: Proposal): readonly ProposalRow[] =>
  source ? rows.filter((_row, index) => !source.unreadable.has(index)) : rows;

/** The preview of all rows of a proposal, made from the preview of the rows that could be read. */
export function withUnreadableRows({ rows, source }: Proposal, { rows: shown, counts }: Preview): Preview {
  if (!source) return { rows: shown, counts };
  let next = 0;
  return {
    rows: rows.map((_row, index): PreviewRow => {
      const unreadErrors = source.unreadable.get(index);
      if (unreadErrors)
        return {
          key: null,
          label: null,
          ...source.existing.get(index),
          version: null,
          fields: [],
          warnings: [],
          index,
          outcome: 'refused',
          errors: [...unreadErrors],
        };
      const { errors, warnings, ...row } = shown[next++] as PreviewRow;
      return {
        ...row,
        index,
        errors: errors.map((error) => ({ ...error, message: source.sentenceOf(error.message) })),
        warnings: warnings.map(source.sentenceOf),
      };
    }),
    counts: { ...counts, refused: counts.refused + source.unreadable.size },
  };
}

/** The rows of a proposal, and the server's preview of them. */
export interface Previewed {
  rows: readonly ProposalRow[];
  preview: Preview;
}

/** The rows to save. */
interface Chosen {
  rows: ProposalRow[];
  /** The index of each row in the proposal. */
  indexes: number[];
  /** The number of rows that change something. */
  changes: number;
}

/**
 * The rows of a proposal to save, with the versions that were shown: all that change something, except rows with errors,
 * skipped rows, and rows that refer to one of these. A row that changes nothing is sent only if another refers to it.
 */
export function chosenRows(
  { rows, preview }: Previewed,
  isSkipped: (row: PreviewRow) => boolean = () => false,
): Chosen {
  const isExcluded = preview.rows.map((row) => row.outcome === 'refused' || isSkipped(row));
  // Nothing refers to a relationship, and items refer to no row.
  const kept = preview.rows.filter(
    ({ index }) => !isExcluded[index] && !rowsNamedBy(rows[index]).some((named) => isExcluded[named]),
  );
  const named = new Set(kept.filter(isChange).flatMap(({ index }) => rowsNamedBy(rows[index])));
  const sent = kept.filter((row) => isChange(row) || named.has(row.index));
  const newIndexes = new Map(sent.map(({ index }, place) => [index, place]));
  return {
    rows: sent.map(({ index, version }) => {
      const row = withPlaces(rows[index] as ProposalRow, newIndexes);
      return version === null ? row : { ...row, version };
    }),
    indexes: sent.map(({ index }) => index),
    changes: sent.filter(isChange).length,
  };
}

const isChange = ({ outcome }: PreviewRow): boolean => outcome !== 'same' && outcome !== 'refused';

/** Whether the server asks for a confirmation before it saves the row. */
export const isWarned = ({ outcome, warnings }: PreviewRow): boolean =>
  outcome !== 'refused' && warnings.length > 0;

/** The number of rows that the server has identified as having warnings. It does not identify all of very many. */
export const namedWarnings = ({ rows }: Preview): number => rows.filter(isWarned).length;

/** The index of the row that an end of a relationship refers to, if it refers to one. */
const rowOf = (end: EndRef | string | number | null): number | undefined =>
  typeof end === 'object' && end !== null && typeof end.row === 'number' ? end.row : undefined;

/** The indexes of the rows that a relationship refers to. */
const rowsNamedBy = (row: ProposalRow | undefined): number[] =>
  Object.values(row?.ref ?? {}).flatMap((end) => rowOf(end) ?? []);

/** The row with its references to other rows renumbered. */
function withPlaces(row: ProposalRow, newIndexes: ReadonlyMap<number, number>): ProposalRow {
  if (rowsNamedBy(row).length === 0) return row;
  const ref = Object.entries(row.ref as Record<string, EndRef>).map(([kind, end]) => {
    const place = newIndexes.get(rowOf(end) ?? -1);
    return [kind, place === undefined ? end : { row: place }];
  });
  return { ...row, ref: Object.fromEntries(ref) as Record<string, EndRef> };
}

/** A saved proposal. */
export interface Saved {
  /** Identifies the change set. */
  requestId: string;
  /** The numbers of rows that were saved, and that were stored already. */
  saved: number;
  same: number;
  /** The reasons why the other rows were not saved, by row index. */
  skipped: ReadonlyMap<number, readonly string[]>;
}
