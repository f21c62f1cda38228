import * as z from 'zod/mini';
import { choice, flag, hundredths, requiredTerm, term, version, whole } from './fields.ts';
import { type FormValues, form } from './form.ts';
import { type ItemKind, itemKinds } from './kinds.ts';
import { termsInOrder } from './rules.ts';
import { response, stamp, storedFields, storedFlagsOrNull } from './stored.ts';

/** The values of specProgIndctr (spec 3). */
const specialPrograms = [
  { value: 'N', label: 'N Not Applicable' },
  { value: 'A', label: 'A Special Admission Associate Degree Program' },
  { value: 'B', label: "B Bachelor's Degree Completion Program" },
  { value: 'P', label: 'P Preparatory Coursework Graduate/Professional' },
  { value: 'T', label: 'T Non Credential Teacher Certification' },
  { value: 'U', label: 'U Preparatory Coursework Undergraduate' },
] as const;

const span = { startTerm: requiredTerm('Start Term'), endTerm: term('End Term') };
const rules = {
  rules: [termsInOrder('startTerm', 'endTerm')],
  readOnly: ['lastModified', 'lastModifiedBy'],
};

export const relationshipForm = form(
  'RELATIONSHIP',
  { ...span, active: flag('Active', true), version: version() },
  rules,
);
export type RelationshipForm = FormValues<typeof relationshipForm>;

const programFields = {
  programLengthYrs: hundredths('Program Length in Years', 0, 20),
  programLengthQtrs: hundredths('Program Length in Quarters', 0, 80),
  acadYrInstrWks: whole('Instructional Weeks per Academic Year', 0, 60),
  specProgIndctr: choice('Special Program Indicator', specialPrograms),
};
const programFlags = {
  terminalPgmFlag: flag('Terminal Program', true),
  profDegreePgm: flag('Professional Degree Program', false),
  selfSuppPgm: flag('Self-Supporting Program', false),
};

/** The form of a major-degree relationship. Lengths are in years and quarters, and `acadYrInstrWks` is in weeks. */
export const programForm = form(
  'RELATIONSHIP',
  { ...span, ...programFields, ...programFlags, active: flag('Active', true), version: version() },
  rules,
);
export type ProgramForm = FormValues<typeof programForm>;

/** A relationship in a response. */
export const relationship = response(storedFields(relationshipForm.fields), stamp('lastModifiedBy'));
export type Relationship = z.output<typeof relationship>;

/**
 * A major-degree relationship in a response. Flags are null only for programs that ended before this reporting began; a form
 * always sends a value.
 */
export const program = response(
  relationship.shape,
  storedFields(programFields),
  storedFlagsOrNull(programFlags),
);
export type Program = z.output<typeof program>;

/** One of the two ends of a relationship. */
export type End = 'from' | 'to';

/** A kind of relationship between two kinds of item. `responseOf` returns the schema of the response to `form`. */
export interface RelationshipKind {
  name: string;
  from: ItemKind;
  to: ItemKind;
  form: typeof relationshipForm | typeof programForm;
}

/**
 * All kinds of relationship, by the `name` that identifies them in code, history and files. Two kinds of item may have
 * several, and a kind of item may have one with itself, so use `relationshipsOf` for the relationships of a kind of item.
 */
export const relationshipKinds = {
  degreeDepartment: { name: 'degreeDepartment', from: 'degree', to: 'department', form: relationshipForm },
  majorDegree: { name: 'majorDegree', from: 'major', to: 'degree', form: programForm },
  majorDepartment: { name: 'majorDepartment', from: 'major', to: 'department', form: relationshipForm },
  schoolDegree: { name: 'schoolDegree', from: 'school', to: 'degree', form: relationshipForm },
  schoolDepartment: { name: 'schoolDepartment', from: 'school', to: 'department', form: relationshipForm },
  schoolMajor: { name: 'schoolMajor', from: 'school', to: 'major', form: relationshipForm },
} as const satisfies Record<string, RelationshipKind>;

/**
 * The schema of a relationship in a response. It is not a property of the kind, so the browser, which uses no schema, need
 * not load it.
 */
export const responseOf = ({ form }: RelationshipKind): typeof relationship | typeof program =>
  form === programForm ? program : relationship;

export const allRelationshipKinds: readonly RelationshipKind[] = Object.values(relationshipKinds);

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * Whether a relationship is named after its two kinds, like `schoolMajor`; then its paths and lists are too. A second
 * relationship of the same kinds, or a relationship of a kind with itself, has its own name, which its paths and lists use.
 */
const isNamedAfterItsEnds = ({ name, from, to }: RelationshipKind): boolean =>
  from !== to && name === from + capital(to);

/** The names of the fields with the keys of the two items of a relationship. */
export function keyNames({ from, to }: RelationshipKind): Record<End, string> {
  const names = { from: itemKinds[from].key, to: itemKinds[to].key };
  return from === to ? { from: `from${capital(names.from)}`, to: `to${capital(names.to)}` } : names;
}

/** The path of the endpoints of a relationship with these keys, below the API's root. */
export function relationshipPathOf(kind: RelationshipKind, keys: Record<End, string>): string {
  const name = isNamedAfterItsEnds(kind) ? '' : `/${kind.name}`;
  return `/relationships${name}/${kind.from}/${keys.from}/${kind.to}/${keys.to}`;
}

/** A kind of relationship from the view of an item at one of its ends. */
export interface Link<To extends ItemKind = ItemKind> {
  relationship: RelationshipKind;
  /** The end of the item itself, and the end of the related item. */
  near: End;
  far: End;
  /** The kind of the related item. */
  to: To;
  /** The name, unique among the relationships of the same item: `major`. */
  name: string;
  /** The name of the list in the item's detail: `majors`. */
  list: string;
}

/** The relationships of a kind of item among these kinds: one for each end that the item can be at. */
export const linksAmong = (kinds: readonly RelationshipKind[], item: ItemKind): readonly Link[] =>
  kinds.flatMap((kind) => [
    ...(kind.from === item ? [linkOf(kind, 'from', 'to')] : []),
    ...(kind.to === item ? [linkOf(kind, 'to', 'from')] : []),
  ]);

function linkOf(relationship: RelationshipKind, near: End, far: End): Link {
  const to = relationship[far];
  const ownName = relationship.name + capital(far);
  const [name, list] = isNamedAfterItsEnds(relationship)
    ? [to, itemKinds[to].collection]
    : [ownName, ownName];
  return { relationship, near, far, to, name, list };
}

const links = {
  school: linksAmong(allRelationshipKinds, 'school'),
  department: linksAmong(allRelationshipKinds, 'department'),
  degree: linksAmong(allRelationshipKinds, 'degree'),
  major: linksAmong(allRelationshipKinds, 'major'),
} satisfies Record<ItemKind, readonly Link[]>;

/** All relationships of a kind of item. Always returns the same objects. */
export const relationshipsOf = (item: ItemKind): readonly Link[] => links[item];

/** An entry of a detail's list: the relationship and, as `item`, the related item. */
export type Related<Item> = Relationship & Partial<Program> & { item: Item };
