import type { ColumnType, Generated, GeneratedAlways, Kysely, RawBuilder } from 'kysely';
import type { Degree } from '../../contract/degree.ts';
import type { Department } from '../../contract/department.ts';
import type { Action, Origin } from '../../contract/history.ts';
import type { ImportMapping } from '../../contract/importMappings.ts';
import type { ItemKind } from '../../contract/kinds.ts';
import type { MaintainedAwardType, MaintainedTerm } from '../../contract/lookups.ts';
import type { Major } from '../../contract/major.ts';
import type { CipCode } from '../../contract/programs.ts';
import type { Program, Relationship, relationshipKinds } from '../../contract/relationships.ts';
import type { School } from '../../contract/school.ts';
import type { Scope } from '../../contract/tokens.ts';
import type { View } from '../../contract/views.ts';

/** A row with columns that only the database sets: keys and, by trigger, the version, time and user of a save. */
type Stored<Row, Generated extends keyof Row> = Omit<Row, Generated> & {
  [K in Generated]: GeneratedAlways<Row[K]>;
};
type Saved = 'version' | 'lastModified' | 'lastModifiedBy';

/** In responses this field has a different name for each kind of item, such as `schoolUciNetId`. */
interface SavedBy {
  lastModifiedBy: string;
}
type Related<Keys> = Keys & Stored<Relationship, Saved>;
interface SchoolKey {
  schoolCode: string;
}
interface DepartmentKey {
  deptKey: number;
}
interface DegreeKey {
  degreeKey: number;
}
interface MajorKey {
  majorKey: number;
}

/** A name or code that an item had through a term. All but the value is in the key: `major/12/titleLong/201992`. */
interface EarlierValues {
  key: string;
  itemKind: GeneratedAlways<ItemKind>;
  itemKey: GeneratedAlways<string>;
  field: GeneratedAlways<string>;
  lastTerm: GeneratedAlways<string>;
  value: string | null;
  version: GeneratedAlways<number>;
  lastModified: GeneratedAlways<string>;
  lastModifiedBy: GeneratedAlways<string>;
}

/** A row of a lookup that users maintain. */
type LookupRow<Row> = Omit<Row, 'version' | 'isUsed'> & {
  version: GeneratedAlways<number>;
  lastModified: GeneratedAlways<string>;
  lastModifiedBy: GeneratedAlways<string>;
};

interface AppUsers {
  uciNetId: string;
  firstName: string | null;
  lastName: string | null;
  email: string | null;
  /** Written as JSON text, read as an array. */
  groups: ColumnType<string[], string, string>;
  lastSignIn: string | null;
}

interface Sessions {
  /** It stays the same from sign-in to sign-out. */
  sessionKey: GeneratedAlways<number>;
  /** The session ID itself is never stored. */
  idHash: string;
  uciNetId: string;
  actingAs: string | null;
  actingSince: string | null;
  idToken: string | null;
  createdAt: Generated<string>;
  seenAt: Generated<string>;
}

/** The proposals saved in the last day. */
interface AppliedProposals {
  uciNetId: string;
  id: string;
  bodyHash: string;
  answer: string;
  at: Generated<string>;
}

/** The column mappings of imports. SQL reads and writes their JSON, because Kysely would rename the headers in `columns`. */
interface ImportMappings extends ImportMapping {
  /** SHA-256 of the set of headers. */
  headersHash: string;
}

/** Saved views of screens. */
interface Views extends Pick<View, 'id' | 'screen' | 'name' | 'query' | 'isShared' | 'version'> {
  owner: string;
  lastModified: ColumnType<string, RawBuilder<string>, RawBuilder<string>>;
  lastModifiedBy: string;
}

/** The view that a user's menu opens a screen with. */
interface ViewDefaults {
  uciNetId: string;
  screen: View['screen'];
  viewId: string;
}

/** A token of another system, and its secrets. */
interface Tokens {
  id: string;
  name: string;
  contact: string;
  /** Written as JSON text, read as an array. */
  scopes: ColumnType<Scope[], string, string>;
  createdAt: GeneratedAlways<string>;
  createdBy: string;
  expiresOn: string;
  lastUsedOn: Generated<string | null>;
  revokedAt: ColumnType<string | null, null | undefined, RawBuilder<string>>;
  revokedBy: Generated<string | null>;
}
interface TokenSecrets {
  hash: string;
  tokenId: string;
  createdAt: GeneratedAlways<string>;
  createdBy: string;
  expiresOn: string;
}

/** Accepted findings of data quality, ended ones too. */
interface QualityWaivers {
  id: GeneratedAlways<number>;
  rule: string;
  fingerprint: string;
  note: string;
  waivedAt: Generated<string>;
  waivedBy: string;
  endedAt: ColumnType<string | null, never, RawBuilder<string>>;
  endedBy: string | null;
}

/** All changes of one transaction. Written only by triggers. */
interface ChangeSets {
  /** Without gaps, in chronological order. */
  number: GeneratedAlways<number>;
  id: GeneratedAlways<string>;
  at: GeneratedAlways<string>;
  requestId: GeneratedAlways<string | null>;
  actor: GeneratedAlways<string | null>;
  actingAs: GeneratedAlways<string | null>;
  origin: GeneratedAlways<Origin>;
  title: GeneratedAlways<string | null>;
  reason: GeneratedAlways<string | null>;
  undoes: GeneratedAlways<string | null>;
  form: GeneratedAlways<number>;
  created: GeneratedAlways<number>;
  updated: GeneratedAlways<number>;
  deleted: GeneratedAlways<number>;
  hash: GeneratedAlways<string>;
}

/** A row before and after a change set. Written only by triggers. */
interface ChangeEntries {
  setNumber: GeneratedAlways<number>;
  place: GeneratedAlways<number>;
  kind: GeneratedAlways<string>;
  firstKey: GeneratedAlways<string>;
  /** Null except for a relationship. */
  secondKey: GeneratedAlways<string | null>;
  label: GeneratedAlways<string>;
  version: GeneratedAlways<number | null>;
  savedAt: GeneratedAlways<string | null>;
  savedBy: GeneratedAlways<string | null>;
  before: GeneratedAlways<Record<string, unknown> | null>;
  after: GeneratedAlways<Record<string, unknown> | null>;
}

/** Entries joined with their change sets. `key` is the first key or, for a relationship, both keys separated by a slash. */
interface ChangeLog
  extends Pick<ChangeSets, 'at' | 'actor' | 'actingAs' | 'origin' | 'title' | 'reason' | 'requestId'>,
    Pick<ChangeEntries, 'setNumber' | 'place' | 'kind' | 'label' | 'version' | 'before' | 'after'> {
  key: GeneratedAlways<string>;
  action: GeneratedAlways<Action>;
}

/** The kinds of data in responses. The database counts the changes of each kind. */
export type ListKind =
  | ItemKind
  | keyof typeof relationshipKinds
  | 'earlierValue'
  | 'term'
  | 'awardType'
  | 'cipCode'
  | 'importMapping';

/** The change counters of all kinds. */
export type ListVersions = Record<ListKind, number>;

interface ListVersionRow {
  kind: ListKind;
  version: GeneratedAlways<number>;
}

/** The database for Kysely. In SQL the names are in snake case. */
export interface Tables {
  school: Stored<Omit<School, 'schoolUciNetId'> & SavedBy, Saved>;
  department: Stored<Omit<Department, 'deptUciNetId'> & SavedBy, Saved | 'deptKey'>;
  degree: Stored<
    Omit<Degree, 'degreeUciNetId' | 'degreeShort' | 'degreeCode' | 'startTerm' | 'endTerm'> & SavedBy,
    Saved | 'degreeKey'
  >;
  major: Stored<Omit<Major, 'majorUciNetId'> & SavedBy, Saved | 'majorKey'>;
  degreeDepartment: Related<DegreeKey & DepartmentKey>;
  majorDegree: MajorKey & DegreeKey & Stored<Program, Saved | 'lastModifiedBy'>;
  majorDepartment: Related<MajorKey & DepartmentKey>;
  schoolDegree: Related<SchoolKey & DegreeKey>;
  schoolDepartment: Related<SchoolKey & DepartmentKey>;
  schoolMajor: Related<SchoolKey & MajorKey>;
  earlierValue: EarlierValues;
  awardType: LookupRow<MaintainedAwardType>;
  term: LookupRow<MaintainedTerm>;
  cipCode: CipCode;
  appUser: AppUsers;
  session: Sessions;
  appliedProposal: AppliedProposals;
  importMapping: ImportMappings;
  view: Views;
  viewDefault: ViewDefaults;
  qualityWaiver: QualityWaivers;
  token: Tokens;
  tokenSecret: TokenSecrets;
  changeSet: ChangeSets;
  changeEntry: ChangeEntries;
  'derived.changeLog': ChangeLog;
  listVersion: ListVersionRow;
}

/** The parameter of every query: the database, or a transaction. */
export type Db = Kysely<Tables>;

export interface Engine {
  name: 'embedded' | 'PostgreSQL';
  version: string;
}
