import * as z from 'zod/mini';
import { degree } from './degree.ts';
import { department } from './department.ts';
import { changeEntry } from './history.ts';
import { type ItemKind, itemKinds } from './kinds.ts';
import { major } from './major.ts';
import { relationshipKinds } from './relationships.ts';
import { school } from './school.ts';

const startedAndEnded = <Row extends z.ZodMiniType>(row: Row) =>
  z.object({ started: z.array(row), ended: z.array(row) });

const end = z.object({
  kind: z.enum(Object.keys(itemKinds) as [ItemKind, ...ItemKind[]]),
  key: z.string(),
  label: z.string(),
});

const related = z.object({
  kind: z.enum(Object.keys(relationshipKinds) as [keyof typeof relationshipKinds]),
  ends: z.tuple([end, end]),
  startTerm: z.nullable(z.string()),
  endTerm: z.nullable(z.string()),
});

/** An item with the names and codes that differ between two terms, in the order of the form. `key` is as in paths. */
const renamed = z.object({
  ...end.shape,
  fields: z.array(
    z.object({ name: z.string(), before: z.nullable(z.string()), after: z.nullable(z.string()) }),
  ),
});
export type RenamedItem = z.output<typeof renamed>;

/**
 * Items and relationships in effect in the term `to` but not in the term `from`, and the reverse (contract 10); and the items
 * in effect in both, with other names or codes (contract 14). Terms are `yyyyst` codes. A relationship is in effect by its own
 * terms.
 */
export const termDifferences = z.object({
  from: z.string(),
  to: z.string(),
  schools: startedAndEnded(school),
  departments: startedAndEnded(department),
  degrees: startedAndEnded(degree),
  majors: startedAndEnded(major),
  relationships: startedAndEnded(related),
  renamed: z.array(renamed),
});
export type TermDifferences = z.output<typeof termDifferences>;

/** The number of majors and degrees in effect in a fall term, in a school or, with null, in total. */
export const termCount = z.object({
  term: z.string(),
  schoolCode: z.nullable(z.string()),
  majors: z.int(),
  degrees: z.int(),
});
export type TermCount = z.output<typeof termCount>;

/** A page of the net changes of the records between the states just before two times. */
export const recordedDifferences = z.object({
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  entries: z.array(changeEntry),
  next: z.nullable(z.string()),
});
export type RecordedDifferences = z.output<typeof recordedDifferences>;
