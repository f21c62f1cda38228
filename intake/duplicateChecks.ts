import { EARLIER_VALUE } from '../contract/earlierValues.ts';
import { isItemKind, itemKinds } from '../contract/kinds.ts';
import { columnsOf } from './columns.ts';
import type { IntakeRow, Question } from './intake.ts';
import type { Read } from './row.ts';
import { capital, rowsNamed } from './words.ts';

/**
 * Rejects all rows for the same item, relationship or earlier value, unless the user has chosen one of them. Leaves out the others then,
 * and exact copies of an earlier row, and says so in `notes`.
 */
export function rejectDuplicates(
  { kind, choices = {} }: Pick<Question, 'kind' | 'choices'>,
  rows: readonly Read[],
): { kept: IntakeRow[]; notes: string[] } {
  const copies = copiesIn(rows);
  const left = rows.filter((read) => !copies.has(read));
  const same = Map.groupBy(left, ({ id }) => id);
  const noun = isItemKind(kind) ? kind : kind === EARLIER_VALUE ? 'earlier value' : 'relationship';
  const others: number[] = [];
  const kept = left.flatMap(({ row, id }) => {
    const group = id === undefined ? [] : (same.get(id) ?? []).map((one) => one.row);
    if (group.length < 2) return row;
    const numbers = group.map(({ number }) => number);
    const problem = {
      message: `${capital(rowsNamed(numbers))} are for the same ${noun}. Keep one of them, or correct a code in its row.`,
      row: row.number,
      column: null,
      ids: namesIn(kind, row),
      question: {
        id: `row ${id}`,
        candidates: numbers.map((number) => ({ value: String(number), label: `Keep row ${number}` })),
        from: '',
        wrong: '',
        namesRows: true,
      },
    };
    const { [problem.question.id]: choice } = choices;
    const chosen = group.find(({ number }) => String(number) === choice);
    if (!chosen) return { ...row, proposed: null, problems: [problem] };
    if (chosen === row) return { ...row, solved: [...(row.solved ?? []), problem] };
    others.push(row.number);
    return [];
  });
  return {
    kept,
    notes: [
      ...leftOut(
        [...copies].map(({ row }) => row.number),
        'is a copy of a row before it and is left out.',
        'are copies of rows before them and are left out.',
      ),
      ...leftOut(
        others,
        `is left out, because you keep another row for the same ${noun}.`,
        `are left out, because you keep other rows for the same ${noun}s.`,
      ),
    ],
  };
}

const leftOut = (numbers: readonly number[], one: string, several: string): string[] =>
  numbers.length > 0 ? [`${capital(rowsNamed(numbers))} ${numbers.length === 1 ? one : several}`] : [];

/** The columns with cells of the row that name its item, the codes first. */
function namesIn(kind: string, { cells }: IntakeRow): string[] {
  const ids = isItemKind(kind)
    ? [...itemKinds[kind].naturalKey.codes, ...itemKinds[kind].naturalKey.by.flat()]
    : columnsOf(kind).flatMap(({ id, item }) => (item ? id : []));
  return [...new Set(ids)].filter((id) => id in cells);
}

function copiesIn(rows: readonly Read[]): ReadonlySet<Read> {
  const seen = new Set<string>();
  return new Set(
    rows.filter(({ id, row }) => {
      if (id === undefined) return false;
      const content = `${id}\n${JSON.stringify(row.proposed)}`;
      const isCopy = seen.has(content);
      seen.add(content);
      return isCopy;
    }),
  );
}
