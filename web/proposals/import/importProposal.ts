import type { ErrorItem } from '../../../contract/errors.ts';
import { isItemKind, itemKinds } from '../../../contract/kinds.ts';
import { type ProposalRow } from '../../../contract/proposals.ts';
import { possibleColumns } from '../../../intake/columns.ts';
import type { Intake, IntakeRow, Problem } from '../../../intake/intake.ts';
import { columnIdsOf, proposedRows, refusedRows, sentenceOf } from '../../../intake/proposed.ts';
import type { Proposal } from '../proposal.ts';

interface Actions {
  /** Downloads rows of the file. */
  download: (table: { header: string[]; rows: string[][] }) => void;
  /** Replaces the text of a cell. */
  correct: (number: number, column: string, text: string) => void;
}

/** The rows of a file as a proposal. Rows with problems are included, to be shown in order. */
export function proposalOf(intake: Intake, title: string, { download, correct }: Actions): Proposal {
  const { kind } = intake;
  const { rows, numbers } = proposedRows(intake);
  const readableRows = new Map(numbers.map((number, index) => [number, rows[index]]));
  const rowErrors = new Map<number, readonly ErrorItem[]>();
  const labels = new Map(possibleColumns(kind).map(({ id, label }) => [id, label]));
  const places = new Map(intake.columns.flatMap(({ id, at }) => (id === null ? [] : [[id, at] as const])));
  return {
    origin: 'import',
    title,
    rows: intake.rows.map((row, index) => {
      const read = readableRows.get(row.number);
      if (read) return read;
      rowErrors.set(
        index,
        row.problems.map((problem) => errorOf(intake, problem)),
      );
      return asWritten(intake, row);
    }),
    source: {
      numbers: intake.rows.map(({ number }) => number),
      unreadable: rowErrors,
      sentenceOf: (message) => sentenceOf(numbers, message),
      download: (reasons) =>
        download(
          refusedRows(
            intake,
            // The intake also has the reasons why a row could not be read.
            new Map(
              [...reasons].flatMap(([index, why]) =>
                rowErrors.has(index) ? [] : [[intake.rows[index]?.number ?? 0, why] as const],
              ),
            ),
          ),
        ),
      cellsOf: (index, field) => {
        const row = intake.rows[index];
        if (!row) return [];
        const ids = rowErrors.has(index)
          ? row.problems.flatMap((problem) => (errorOf(intake, problem).field === field ? problem.ids : []))
          : idsOfField(kind, field, places);
        return [...new Set(ids)].map((column) => ({
          column,
          label: labels.get(column) ?? column,
          text: row.added?.[column] ?? row.texts[places.get(column) ?? -1] ?? '',
        }));
      },
      correct: (index, { column }, text) => correct(intake.rows[index]?.number ?? 0, column, text),
    },
  };
}

/** The columns that can correct an error of the server. Those that name an item only if the file has them. */
function idsOfField(kind: string, field: string | undefined, places: ReadonlyMap<string, number>) {
  const ids = field === undefined ? [] : columnIdsOf(kind, field);
  return ids.filter((id) => id === field || places.has(id));
}

/** The field that a column sets; undefined if it identifies the row. */
const fieldOf = (kind: string, id: string): string | undefined => {
  const [end, ...rest] = id.split('.');
  if (rest.length > 0) return `ref.${end}`;
  return isItemKind(kind) && id === itemKinds[kind].key ? 'ref' : id;
};

function errorOf({ kind }: Intake, { message, ids: [id] }: Problem): ErrorItem {
  return { code: 'UNREAD', message, field: id ? fieldOf(kind, id) : undefined };
}

/** A row that could not be interpreted: the values that could be, and otherwise its texts. */
function asWritten({ kind, columns }: Intake, { cells, texts, added = {} }: IntakeRow): ProposalRow {
  const all = [
    ...columns.map(({ at, id }) => [id, texts[at] ?? ''] as const),
    ...Object.entries(added),
  ].flatMap(([id, text]) =>
    id === null || text === '' ? [] : [{ id, text, value: cells[id]?.value ?? text }],
  );
  const values = all.filter(({ id }) => fieldOf(kind, id) === id);
  const ends = all.filter(({ id }) => fieldOf(kind, id) !== id);
  const naturalKey = isItemKind(kind) ? itemKinds[kind].naturalKey.by.flat() : [];
  const names = [...ends, ...naturalKey.flatMap((name) => values.find(({ id }) => id === name) ?? [])];
  return {
    kind,
    ref: Object.fromEntries(
      (names.length > 0 ? names : values.slice(0, 2)).map(({ id, text }) => [id, text]),
    ),
    values: Object.fromEntries(values.map(({ id, value }) => [id, value])),
  };
}
