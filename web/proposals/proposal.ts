import type { ErrorItem } from '../../contract/errors.ts';
import type { ApplyForm, EndRef, Preview, PreviewRow, ProposalRow } from '../../contract/proposals.ts';

/** Changes of many rows that are shown before they are saved, all or none. */
export interface Proposal {
  origin: ApplyForm['origin'];
  /** What it does: 'End major 0F7 U in Z25'. The heading of its screen, and the title of the change set. */
  title: string;
  rows: readonly ProposalRow[];
  source?: Source;
}

/** The file that the rows were read from. These rows refer to no others. */
export interface Source {
  /** The number of each row in the file, as a spreadsheet shows it. */
  numbers: readonly number[];
  /** Why a row could not be read, by its index. It is shown as refused, and not sent. */
  unread: ReadonlyMap<number, readonly ErrorItem[]>;
  /** What the server says, with the numbers of the file for those of the rows that were sent. */
  sentenceOf: (message: string) => string;
  /** Downloads rows as they are in the file, each with the reasons why it was refused, by its index. */
  download: (reasons: ReadonlyMap<number, readonly string[]>) => void;
}

/** The rows that are sent to the server. */
export const readRows = ({ rows, source }: Proposal): readonly ProposalRow[] =>
  source ? rows.filter((_row, index) => !source.unread.has(index)) : rows;

/** A preview of all rows of a proposal, from that of the rows that could be read. */
export function withUnread({ rows, source }: Proposal, { rows: shown, counts }: Preview): Preview {
  if (!source) return { rows: shown, counts };
  let next = 0;
  return {
    rows: rows.map((_row, index): PreviewRow => {
      const loadError = source.unread.get(index);
      if (loadError)
        return {
          key: null,
          label: null,
          version: null,
          fields: [],
          warnings: [],
          index,
          outcome: 'refused',
          errors: [...loadError],
        };
      const { errors, warnings, ...row } = shown[next++] as PreviewRow;
      return {
        ...row,
        index,
        errors: errors.map((error) => ({ ...error, message: source.sentenceOf(error.message) })),
        warnings: warnings.map(source.sentenceOf),
      };
    }),
    counts: { ...counts, refused: counts.refused + source.unread.size },
  };
}

/** The rows of a proposal, and what the server says that saving them would do. */
export interface Previewed {
  rows: readonly ProposalRow[];
  preview: Preview;
}

/** What is sent to be saved. */
interface Chosen {
  rows: ProposalRow[];
  /** The index that each of these rows has in the proposal. */
  indexes: number[];
  /** How many of them change something. */
  changes: number;
}

/**
 * The rows of a proposal that are saved, with the versions that were shown: all that change something, without those
 * that are refused, those left out, and those that refer to one of these. A row that changes nothing is sent only if
 * another refers to it.
 */
export function chosenRows(
  { rows, preview }: Previewed,
  isLeftOut: (row: PreviewRow) => boolean = () => false,
): Chosen {
  const isOut = preview.rows.map((row) => row.outcome === 'refused' || isLeftOut(row));
  // Nothing refers to a relationship, and items refer to no row.
  const kept = preview.rows.filter(
    ({ index }) => !isOut[index] && !rowsNamedBy(rows[index]).some((named) => isOut[named]),
  );
  const named = new Set(kept.filter(isChange).flatMap(({ index }) => rowsNamedBy(rows[index])));
  const sent = kept.filter((row) => isChange(row) || named.has(row.index));
  const places = new Map(sent.map(({ index }, place) => [index, place]));
  return {
    rows: sent.map(({ index, version }) => {
      const row = withPlaces(rows[index] as ProposalRow, places);
      return version === null ? row : { ...row, version };
    }),
    indexes: sent.map(({ index }) => index),
    changes: sent.filter(isChange).length,
  };
}

const isChange = ({ outcome }: PreviewRow): boolean => outcome !== 'same' && outcome !== 'refused';

/** Whether the server wants a confirmation before it saves the row. */
export const isWarned = ({ outcome, warnings }: PreviewRow): boolean =>
  outcome !== 'refused' && warnings.length > 0;

/** How many rows the server has named as such that are to be confirmed. It does not name all of very many. */
export const namedWarnings = ({ rows }: Preview): number => rows.filter(isWarned).length;

/** The index of the row that an end of a relationship names, if it names one. */
const rowOf = (end: EndRef | string | number | null): number | undefined =>
  typeof end === 'object' && end !== null && typeof end.row === 'number' ? end.row : undefined;

/** The indexes of the rows that a relationship refers to. */
const rowsNamedBy = (row: ProposalRow | undefined): number[] =>
  Object.values(row?.ref ?? {}).flatMap((end) => rowOf(end) ?? []);

/** The row as it refers to others when these have other places. */
function withPlaces(row: ProposalRow, places: ReadonlyMap<number, number>): ProposalRow {
  if (rowsNamedBy(row).length === 0) return row;
  const ref = Object.entries(row.ref as Record<string, EndRef>).map(([kind, end]) => {
    const place = places.get(rowOf(end) ?? -1);
    return [kind, place === undefined ? end : { row: place }];
  });
  return { ...row, ref: Object.fromEntries(ref) as Record<string, EndRef> };
}
