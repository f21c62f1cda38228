import * as z from 'zod/mini';
import { changeEntry } from './history.ts';

/** What the records hold just before one time and did not hold just before another: a page of the net changes. */
export const recordedDifferences = z.object({
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  entries: z.array(changeEntry),
  next: z.nullable(z.string()),
});
export type RecordedDifferences = z.output<typeof recordedDifferences>;
