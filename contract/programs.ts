import * as z from 'zod/mini';

/** A title of CIP 2020. `code` is `##.####`. */
export const cipCode = z.object({ code: z.string(), title: z.string() });
export type CipCode = z.output<typeof cipCode>;

/** A major-degree pair that is in effect together with its major and its degree. Lengths are in years, quarters and weeks. */
const program = z.object({
  majorKey: z.int(),
  degreeKey: z.int(),
  label: z.string(),
  programLengthYrs: z.nullable(z.number()),
  programLengthQtrs: z.nullable(z.number()),
  acadYrInstrWks: z.nullable(z.int()),
  specProgIndctr: z.nullable(z.string()),
  selfSuppPgm: z.nullable(z.boolean()),
});

/**
 * The programs of one CIP code and credential level, as federal and state reports count them (contract 12). `awards` are
 * distinct, in code-point order. `change` compares with an earlier term, and is null without one.
 */
export const programGroup = z.object({
  cipCode: z.nullable(z.string()),
  cipTitle: z.nullable(z.string()),
  programCredLevel: z.nullable(z.string()),
  awards: z.array(z.string()),
  programs: z.array(program),
  change: z.nullable(z.enum(['new', 'ended', 'changed'])),
});
export type ProgramGroup = z.output<typeof programGroup>;
export type Program = ProgramGroup['programs'][number];
