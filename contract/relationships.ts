import * as z from 'zod/mini';
import { choice, flag, hundredths, requiredTerm, term, version, whole } from './fields.ts';
import { type FormValues, form } from './form.ts';
import { type ItemKind, itemKinds } from './items.ts';

export interface Pair {
  from: ItemKind;
  to: ItemKind;
}

/** The six kinds of relationship, each in the order of its path (spec 7). */
export const pairs = [
  { from: 'degree', to: 'department' },
  { from: 'major', to: 'degree' },
  { from: 'major', to: 'department' },
  { from: 'school', to: 'degree' },
  { from: 'school', to: 'department' },
  { from: 'school', to: 'major' },
] as const satisfies readonly Pair[];

/** The pair that relates two kinds, whichever is named first. */
export function pairOf(one: ItemKind, other: ItemKind): Pair | undefined {
  return pairs.find(({ from, to }) => (from === one && to === other) || (from === other && to === one));
}

/** Only major-degree carries the program fields. */
export const hasProgram = ({ from, to }: Pair): boolean => from === 'major' && to === 'degree';

/** The path of a relationship below the API's root, its keys as named parameters. */
export const pairPath = ({ from, to }: Pair): string =>
  `/relationships/${from}/:${itemKinds[from].key}/${to}/:${itemKinds[to].key}`;

/** Spec 3: the values of specProgIndctr. */
export const specialPrograms = [
  { value: 'N', label: 'N Not Applicable' },
  { value: 'A', label: 'A Special Admission Associate Degree Program' },
  { value: 'B', label: "B Bachelor's Degree Completion Program" },
  { value: 'P', label: 'P Preparatory Coursework Graduate/Professional' },
  { value: 'T', label: 'T Non Credential Teacher Certification' },
  { value: 'U', label: 'U Preparatory Coursework Undergraduate' },
] as const;

const span = { startTerm: requiredTerm('Start Term'), endTerm: term('End Term') };
const rules = {
  inOrder: [['startTerm', 'endTerm']] as const,
  readOnly: ['lastModified', 'lastModifiedBy'],
};

export const relationshipForm = form(
  'RELATIONSHIP',
  { ...span, active: flag('Active', true), version: version() },
  rules,
);
export type RelationshipForm = FormValues<typeof relationshipForm>;

/** The form of a major-degree relationship. Lengths are years and quarters, `acadYrInstrWks` weeks. */
export const programForm = form(
  'RELATIONSHIP',
  {
    ...span,
    programLengthYrs: hundredths('Program Length in Years', 0, 20),
    programLengthQtrs: hundredths('Program Length in Quarters', 0, 80),
    acadYrInstrWks: whole('Instructional Weeks per Academic Year', 0, 60),
    specProgIndctr: choice('Special Program Indicator', specialPrograms),
    terminalPgmFlag: flag('Terminal Program', true),
    profDegreePgm: flag('Professional Degree Program', false),
    selfSuppPgm: flag('Self-Supporting Program', false),
    active: flag('Active', true),
    version: version(),
  },
  rules,
);
export type ProgramForm = FormValues<typeof programForm>;

const relationshipFields = {
  startTerm: z.string(),
  endTerm: z.nullable(z.string()),
  active: z.boolean(),
  version: z.int(),
  lastModified: z.iso.datetime(),
  lastModifiedBy: z.string(),
};

// Null where nothing was ever said: programs that ended before such reporting began.
const programFields = {
  programLengthYrs: z.nullable(z.number()),
  programLengthQtrs: z.nullable(z.number()),
  acadYrInstrWks: z.nullable(z.int()),
  specProgIndctr: z.nullable(z.string()),
  terminalPgmFlag: z.nullable(z.boolean()),
  profDegreePgm: z.nullable(z.boolean()),
  selfSuppPgm: z.nullable(z.boolean()),
};

export const relationship = z.object(relationshipFields);
export type Relationship = z.output<typeof relationship>;

export const program = z.object({ ...relationshipFields, ...programFields });
export type Program = z.output<typeof program>;

/** An entry of a detail's list: the relationship and, as `item`, what it leads to. */
export type Related<Item> = Relationship & { item: Item };
export type RelatedProgram<Item> = Program & { item: Item };

export const related = <T extends z.ZodMiniType>(item: T) => z.object({ ...relationshipFields, item });
export const relatedProgram = <T extends z.ZodMiniType>(item: T) =>
  z.object({ ...relationshipFields, ...programFields, item });
