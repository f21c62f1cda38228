import type { ErrorItem } from '../contract/errors.ts';
import { isItemKind, itemKinds } from '../contract/kinds.ts';
import type { ProposalRow } from '../contract/proposals.ts';
import type { Choice, Intake, IntakeRow, Problem } from './intake.ts';
import { type Other, othersOf } from './others.ts';

/** A question about a text with several possible meanings, and the number of rows that have it. */
export interface OpenQuestion extends Choice {
  message: string;
  column: string;
  rows: number;
}

/** An intake as a proposal, with what its rows have in common. A worker makes it, because there may be thousands of rows. */
export interface CollectedIntake extends Intake {
  others: readonly Other[];
  questions: readonly OpenQuestion[];
  /** The questions that the user's choices have settled. */
  solved: readonly OpenQuestion[];
  /** The fields that are filled in for new items. */
  filledIn: ReadonlySet<string>;
  /** All rows; those with problems are included, to be shown in order. */
  proposedRows: readonly ProposalRow[];
  /** The problems of such rows as errors, by row index. */
  unreadable: ReadonlyMap<number, readonly ErrorItem[]>;
  /** The stored items that such rows would change, by row index. */
  existing: ReadonlyMap<number, NonNullable<IntakeRow['existing']>>;
}

/** Makes the rows of a proposal, and collects the questions, each once, and the texts with another standard text. */
export const collected = (intake: Intake): CollectedIntake => ({
  ...intake,
  others: othersOf(intake),
  questions: withoutDuplicates([...intake.problems, ...intake.rows.flatMap((row) => row.problems)]),
  solved: withoutDuplicates(intake.rows.flatMap(({ solved = [] }) => solved)),
  filledIn: filledInOf(intake),
  proposedRows: intake.rows.map((row) =>
    row.proposed
      ? { kind: intake.kind, ...(row.proposed as Omit<ProposalRow, 'kind'>) }
      : asWritten(intake, row),
  ),
  unreadable: new Map(
    intake.rows.flatMap(({ proposed, problems }, index) =>
      proposed ? [] : [[index, problems.map((problem) => errorOf(intake, problem))] as const],
    ),
  ),
  existing: new Map(
    intake.rows.flatMap(({ existing }, index) => (existing ? [[index, existing] as const] : [])),
  ),
});

const filledInOf = ({ rows }: Intake): ReadonlySet<string> =>
  new Set(
    rows.flatMap(({ cells }) =>
      Object.entries(cells).flatMap(([id, { isFilledIn }]) => (isFilledIn ? id : [])),
    ),
  );

function withoutDuplicates(problems: readonly Problem[]): OpenQuestion[] {
  const found = new Map<string, OpenQuestion>();
  for (const { message, column, question } of problems) {
    if (!question) continue;
    const known = found.get(question.id);
    if (known) known.rows += 1;
    else found.set(question.id, { ...question, message, column: column ?? '', rows: 1 });
  }
  return [...found.values()];
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
