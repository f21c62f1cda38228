import { EARLIER_VALUE } from '../contract/earlierValues.ts';
import { isItemKind } from '../contract/kinds.ts';
import { columnsOf, labelOf, relationshipOf } from './columns.ts';
import type { HeaderColumn } from './header.ts';
import type { Problem, Table } from './intake.ts';
import { missingIn, recognize } from './recognize.ts';
import { allOf, fewOf, quoted } from './words.ts';

/** A problem of the whole file. */
export const ofFile = (message: string, column: string | null = null): Problem => ({
  message,
  row: null,
  column,
  ids: [],
});

/** The problems of a header: duplicate columns, and missing columns that are needed. */
export function problemsOfHeader(table: Table, kind: string, columns: readonly HeaderColumn[]): Problem[] {
  const byId = Map.groupBy(
    columns.filter(({ id }) => id !== null),
    ({ id }) => id ?? '',
  );
  const duplicates = [...byId].filter(([, same]) => same.length > 1);
  const problems = duplicates.map(([id, same]) => {
    const headers = same.map(({ header }) => quoted(header));
    return ofFile(
      `The columns ${fewOf(headers)} would both be ${labelOf(kind, id)}. Choose one, and ignore the other.`,
      same[1]?.header,
    );
  });
  const missing = missingIn(kind, new Set(byId.keys()));
  if (missing.length === 0) return problems;
  const other = betterKind(table, kind);
  const hint =
    other === undefined ? '' : ` The columns fit ${wordOf(other)}: choose that kind if it is correct.`;
  return [
    ...problems,
    ...missing.map((names) =>
      ofFile(`There is no column ${names}. Add it to the file, or match a column to it.${hint}`),
    ),
  ];
}

/** The problem of a table in which no row names a column of the kind. */
export function noHeader(table: Table, kind: string): Problem {
  const other = betterKind(table, kind);
  if (other !== undefined)
    return ofFile(`The columns are not those of ${wordOf(kind)}. They fit ${wordOf(other)}: choose that.`);
  const labels = columnsOf(kind).slice(0, 4);
  return ofFile(
    `No row names columns of ${wordOf(kind)}. Put their names, such as ${allOf(labels.map(({ label }) => label))}, above the rows.`,
  );
}

/** The kind that the columns fit best and name all items of; undefined if that is this kind, or none does. */
function betterKind(table: Table, kind: string): string | undefined {
  const [best] = recognize(table);
  return best?.isComplete && best.kind !== kind ? best.kind : undefined;
}

/** The name of a kind of row: 'majors', 'schools with majors'. */
function wordOf(kind: string): string {
  if (kind === EARLIER_VALUE) return 'earlier values';
  if (isItemKind(kind)) return `${kind}s`;
  const { from, to } = relationshipOf(kind);
  return `${from}s with ${to}s`;
}
