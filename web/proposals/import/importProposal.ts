import type { CollectedIntake } from '../../../intake/collected.ts';
import { possibleColumns } from '../../../intake/columns.ts';
import { columnIdsOf, refusedRows, sentenceOf } from '../../../intake/proposed.ts';
import type { Proposal } from '../proposal.ts';

interface Actions {
  /** Downloads rows of the file. */
  download: (table: { header: string[]; rows: string[][] }) => void;
  /** Replaces the text of a cell. */
  correct: (number: number, column: string, text: string) => void;
}

/** The rows of a file as a proposal. Rows with problems are included, to be shown in order. */
export function proposalOf(intake: CollectedIntake, title: string, { download, correct }: Actions): Proposal {
  const { kind, unreadable } = intake;
  const numbers = intake.rows.flatMap(({ proposed, number }) => (proposed ? number : []));
  const labels = new Map(possibleColumns(kind).map(({ id, label }) => [id, label]));
  const places = new Map(intake.columns.flatMap(({ id, at }) => (id === null ? [] : [[id, at] as const])));
  return {
    origin: 'import',
    title,
    rows: intake.proposedRows,
    source: {
      numbers: intake.rows.map(({ number }) => number),
      unreadable,
      existing: intake.existing,
      isFilledIn: (index, field) => intake.rows[index]?.cells[field ?? '']?.isFilledIn ?? false,
      sentenceOf: (message) => sentenceOf(numbers, message),
      download: (reasons) =>
        download(
          refusedRows(
            intake,
            // The intake also has the reasons why a row could not be read.
            new Map(
              [...reasons].flatMap(([index, why]) =>
                unreadable.has(index) ? [] : [[intake.rows[index]?.number ?? 0, why] as const],
              ),
            ),
          ),
        ),
      cellsOf: (index, field) => {
        const row = intake.rows[index];
        if (!row) return [];
        const errors = unreadable.get(index);
        const ids = errors
          ? row.problems.flatMap((problem, at) => (errors[at]?.field === field ? problem.ids : []))
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
