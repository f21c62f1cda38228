import type { ErrorItem } from '../../../contract/errors.ts';
import { isItemKind, itemKinds } from '../../../contract/items.ts';
import { naturalKeys, type ProposalRow } from '../../../contract/proposals.ts';
import type { Intake, IntakeRow, Problem } from '../../../intake/intake.ts';
import { proposedRows, refusedRows, sentenceOf } from '../../../intake/proposed.ts';
import type { Proposal } from '../proposal.ts';

/** What the refused rows of a file are downloaded as. */
type Download = (table: { header: string[]; rows: string[][] }) => void;

/** The rows of a file as a proposal. Those that have problems are in it too, to be shown in their place. */
export function proposalOf(intake: Intake, title: string, download: Download): Proposal {
  const { rows, numbers } = proposedRows(intake);
  const sound = new Map(numbers.map((number, index) => [number, rows[index]]));
  const loadError = new Map<number, readonly ErrorItem[]>();
  return {
    origin: 'import',
    title,
    rows: intake.rows.map((row, index) => {
      const read = sound.get(row.number);
      if (read) return read;
      loadError.set(
        index,
        row.problems.map((problem) => errorOf(intake, problem)),
      );
      return asWritten(intake, row);
    }),
    source: {
      numbers: intake.rows.map(({ number }) => number),
      unread: loadError,
      sentenceOf: (message) => sentenceOf(numbers, message),
      download: (reasons) =>
        download(
          refusedRows(
            intake,
            // Why a row could not be read is in the intake too.
            new Map(
              [...reasons].flatMap(([index, why]) =>
                loadError.has(index) ? [] : [[intake.rows[index]?.number ?? 0, why] as const],
              ),
            ),
          ),
        ),
    },
  };
}

/** The field that a column is a value of; undefined if it names something. */
const fieldOf = (kind: string, id: string): string | undefined => {
  const [end, ...rest] = id.split('.');
  if (rest.length > 0) return `ref.${end}`;
  return isItemKind(kind) && id === itemKinds[kind].key ? 'ref' : id;
};

function errorOf({ kind, columns }: Intake, { message, column }: Problem): ErrorItem {
  const id = columns.find(({ header }) => header === column)?.id;
  return { code: 'UNREAD', message, field: id ? fieldOf(kind, id) : undefined };
}

/** A row that could not be understood: what was understood of it, and else its texts. */
function asWritten({ kind, columns }: Intake, { cells, texts }: IntakeRow): ProposalRow {
  const all = columns.flatMap(({ at, id }) => {
    const text = texts[at] ?? '';
    return id === null || text === '' ? [] : [{ id, text, value: cells[id]?.value ?? text }];
  });
  const values = all.filter(({ id }) => fieldOf(kind, id) === id);
  const ends = all.filter(({ id }) => fieldOf(kind, id) !== id);
  const naturalKey = isItemKind(kind) ? naturalKeys[kind].by.flat() : [];
  const names = [...ends, ...naturalKey.flatMap((name) => values.find(({ id }) => id === name) ?? [])];
  return {
    kind,
    ref: Object.fromEntries(
      (names.length > 0 ? names : values.slice(0, 2)).map(({ id, text }) => [id, text]),
    ),
    values: Object.fromEntries(values.map(({ id, value }) => [id, value])),
  };
}
