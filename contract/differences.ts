import * as z from 'zod/mini';
import { degree } from './degree.ts';
import { department } from './department.ts';
import { changeEntry } from './history.ts';
import { type ItemKind, itemKinds } from './items.ts';
import { major } from './major.ts';
import { relationshipKinds } from './relationships.ts';
import { school } from './school.ts';

const bothOf = <Row extends z.ZodMiniType>(row: Row) =>
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

/**
 * What is in effect in the term `to` and was not in the term `from`, and the reverse (contract 10). Terms as `yyyyst` codes.
 * A relationship is in effect by its own terms.
 */
export const termDifferences = z.object({
  from: z.string(),
  to: z.string(),
  schools: bothOf(school),
  departments: bothOf(department),
  degrees: bothOf(degree),
  majors: bothOf(major),
  relationships: bothOf(related),
});
export type TermDifferences = z.output<typeof termDifferences>;

/** How many majors and degrees are in effect in a fall term, in a school or, with null, in all. */
export const termCount = z.object({
  term: z.string(),
  schoolCode: z.nullable(z.string()),
  majors: z.int(),
  degrees: z.int(),
});
export type TermCount = z.output<typeof termCount>;

/** What the records hold just before one time and did not hold just before another: a page of the net changes. */
export const recordedDifferences = z.object({
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  entries: z.array(changeEntry),
  next: z.nullable(z.string()),
});
export type RecordedDifferences = z.output<typeof recordedDifferences>;
