import { labelOf } from './columns.ts';
import type { Intake } from './intake.ts';

/** Equal texts of a column whose value has another standard text: 'B.S.' means BS. */
export interface Other {
  header: string;
  from: string;
  as: string;
  /** The number of rows with this text. */
  count: number;
}

/** The texts that differ from the standard text of their value, the most frequent first. */
export function othersOf({ kind, columns, rows }: Intake): Other[] {
  const headers = new Map(columns.map(({ id, header }) => [id, header]));
  const found = new Map<string, Other>();
  for (const { cells } of rows)
    for (const [id, { from, as }] of Object.entries(cells)) {
      if (as === undefined) continue;
      const name = JSON.stringify([id, from, as]);
      const known = found.get(name);
      if (known) known.count += 1;
      else found.set(name, { header: headers.get(id) ?? labelOf(kind, id), from, as, count: 1 });
    }
  return [...found.values()].toSorted((one, other) => other.count - one.count);
}
