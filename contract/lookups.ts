import * as z from 'zod/mini';

export const awardType = z.object({ degreeShort: z.string(), degreeCode: z.string() });
export type AwardType = z.output<typeof awardType>;

/** `termYyyyst`: four digits for the year and two digits or capital letters for the session, such as 202592 or 2025S1. */
export const TERM_CODE = /^[0-9]{4}[0-9A-Z]{2}$/;

/** A term with its label `termLetterYear`, such as F25. */
export const termLabel = z.object({ termYyyyst: z.string(), termLetterYear: z.string() });
export type Term = z.output<typeof termLabel>;

/** A term or an award type as the screen that maintains them shows it (contract 14). `isUsed`: whether stored data uses it. */
const maintained = { version: z.int(), isUsed: z.boolean() };

export const maintainedTerm = z.object({ ...termLabel.shape, ...maintained });
export type MaintainedTerm = z.output<typeof maintainedTerm>;

export const maintainedAwardType = z.object({
  ...awardType.shape,
  title: z.string(),
  programCredLevel: z.nullable(z.string()),
  ...maintained,
});
export type MaintainedAwardType = z.output<typeof maintainedAwardType>;

/** The lookups whose rows users maintain. Their forms are in `lookupForms.ts`, which the first script does without. */
export interface Lookups {
  term: MaintainedTerm;
  awardType: MaintainedAwardType;
}
export type LookupKind = keyof Lookups;

interface LookupFacts<Row> {
  /** The path of the kind's endpoints. */
  readonly collection: string;
  /** The field that identifies a row. It never changes. */
  readonly key: keyof Row & string;
  /** The field that names a row in the change log and on screens. */
  readonly label: keyof Row & string;
  /** What it is called in messages. */
  readonly noun: string;
}

export const lookupKinds = {
  term: { collection: 'terms', key: 'termYyyyst', label: 'termLetterYear', noun: 'term' },
  awardType: { collection: 'award-types', key: 'degreeShort', label: 'degreeShort', noun: 'award type' },
} as const satisfies { readonly [K in LookupKind]: LookupFacts<Lookups[K]> };

export const isLookupKind = (kind: unknown): kind is LookupKind =>
  typeof kind === 'string' && Object.hasOwn(lookupKinds, kind);
