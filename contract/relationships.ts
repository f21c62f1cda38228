import * as z from 'zod/mini';
import { choice, flag, hundredths, requiredTerm, term, version, whole } from './fields.ts';
import { type FormValues, form } from './form.ts';
import { type ItemKind, itemKinds } from './items.ts';
import { inOrder } from './rules.ts';

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
  rules: [inOrder('startTerm', 'endTerm')],
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

/** One of the two ends of a relationship. */
export type End = 'from' | 'to';

/** What is related to what, and what is said of it: `form` is what a browser sends, `answer` what it gets. */
export interface RelationshipKind {
  name: string;
  from: ItemKind;
  to: ItemKind;
  form: typeof relationshipForm | typeof programForm;
  answer: typeof relationship | typeof program;
}

/**
 * All kinds of relationship; to `name` one in code, history and files. Two kinds of item may have several, and a kind
 * may have one with itself: whoever needs the relationships of a kind of item asks `relationshipsOf`.
 */
export const relationshipKinds = {
  degreeDepartment: {
    name: 'degreeDepartment',
    from: 'degree',
    to: 'department',
    form: relationshipForm,
    answer: relationship,
  },
  majorDegree: { name: 'majorDegree', from: 'major', to: 'degree', form: programForm, answer: program },
  majorDepartment: {
    name: 'majorDepartment',
    from: 'major',
    to: 'department',
    form: relationshipForm,
    answer: relationship,
  },
  schoolDegree: {
    name: 'schoolDegree',
    from: 'school',
    to: 'degree',
    form: relationshipForm,
    answer: relationship,
  },
  schoolDepartment: {
    name: 'schoolDepartment',
    from: 'school',
    to: 'department',
    form: relationshipForm,
    answer: relationship,
  },
  schoolMajor: {
    name: 'schoolMajor',
    from: 'school',
    to: 'major',
    form: relationshipForm,
    answer: relationship,
  },
} as const satisfies Record<string, RelationshipKind>;

export const allRelationshipKinds: readonly RelationshipKind[] = Object.values(relationshipKinds);

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * True of `schoolMajor`: what belongs to it is called by the two kinds. A second relationship of the same two, or one of
 * a kind with itself, has a name of its own, and what belongs to it is called by that.
 */
const isCalledByItsEnds = ({ name, from, to }: RelationshipKind): boolean =>
  from !== to && name === from + capital(to);

/** The fields that hold the keys of its ends. */
export function keyNames({ from, to }: RelationshipKind): Record<End, string> {
  const names = { from: itemKinds[from].key, to: itemKinds[to].key };
  return from === to ? { from: `from${capital(names.from)}`, to: `to${capital(names.to)}` } : names;
}

/** The path of its calls below the API's root, with these keys. */
export function relationshipCalls(kind: RelationshipKind, keys: Record<End, string>): string {
  const own = isCalledByItsEnds(kind) ? '' : `/${kind.name}`;
  return `/relationships${own}/${kind.from}/${keys.from}/${kind.to}/${keys.to}`;
}

/** A kind of relationship as an item at one of its ends has it. */
export interface Link<To extends ItemKind = ItemKind> {
  relationship: RelationshipKind;
  /** The end of the item itself, and the one that leads to the other item. */
  near: End;
  far: End;
  /** The kind of the other item. */
  to: To;
  /** Unlike any other of the same item: `major`. */
  name: string;
  /** The name of its list in the item's detail: `majors`. */
  list: string;
}

/** Those of these relationships that an item of a kind can have, each once for every end that it can be at. */
export const linksAmong = (kinds: readonly RelationshipKind[], item: ItemKind): readonly Link[] =>
  kinds.flatMap((kind) => [
    ...(kind.from === item ? [linkOf(kind, 'from', 'to')] : []),
    ...(kind.to === item ? [linkOf(kind, 'to', 'from')] : []),
  ]);

function linkOf(relationship: RelationshipKind, near: End, far: End): Link {
  const to = relationship[far];
  const own = relationship.name + capital(far);
  const [name, list] = isCalledByItsEnds(relationship) ? [to, itemKinds[to].collection] : [own, own];
  return { relationship, near, far, to, name, list };
}

const links = {
  school: linksAmong(allRelationshipKinds, 'school'),
  department: linksAmong(allRelationshipKinds, 'department'),
  degree: linksAmong(allRelationshipKinds, 'degree'),
  major: linksAmong(allRelationshipKinds, 'major'),
};

/** All relationships that an item of a kind can have; always the same objects. */
export const relationshipsOf = (item: ItemKind): readonly Link[] => links[item];

/** An entry of a detail's list: the relationship and, as `item`, what it leads to. */
export type Related<Item> = Relationship & Partial<Program> & { item: Item };
