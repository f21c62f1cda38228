import type { Degree } from '../../contract/degree.ts';
import type { Department } from '../../contract/department.ts';
import type { ItemKind, Items } from '../../contract/items.ts';
import type { Major } from '../../contract/major.ts';
import {
  type Link,
  type Program,
  programForm,
  type Relationship,
  relationshipsOf,
} from '../../contract/relationships.ts';
import type { School } from '../../contract/school.ts';
import type { Quarter } from '../lookups/lookups.ts';
import type { Column } from '../table/column.ts';
import type { SortedBy } from '../table/order.ts';

/** What a list of related items needs to know of their kind. */
export interface RelatedKind<K extends ItemKind> {
  kind: K;
  columns: readonly Column<Items[K]>[];
  defaultSort: readonly SortedBy[];
  /** What a person calls one of them. */
  nameOf: (item: Items[K]) => string;
  /** What the question before a deletion calls it (spec 8). */
  calledInQuestion: (item: Items[K]) => string;
}

const schools: RelatedKind<'school'> = {
  kind: 'school',
  columns: [
    { id: 'schoolCode', header: 'Code', value: ({ schoolCode }: School) => schoolCode },
    { id: 'title', header: 'Title', value: ({ title }) => title },
  ],
  defaultSort: [{ id: 'item.schoolCode', desc: false }],
  nameOf: ({ schoolCode }) => `school ${schoolCode}`,
  calledInQuestion: ({ schoolCode }) => `school code ${schoolCode}`,
};

const departments: RelatedKind<'department'> = {
  kind: 'department',
  columns: [
    { id: 'title7', header: 'Title 7', value: ({ title7 }: Department) => title7 },
    { id: 'title', header: 'Title 40', value: ({ title }) => title },
  ],
  defaultSort: [{ id: 'item.title7', desc: false }],
  nameOf: ({ title7 }) => `department ${title7}`,
  calledInQuestion: ({ deptKey }) => `department key ${deptKey}`,
};

const degrees: RelatedKind<'degree'> = {
  kind: 'degree',
  columns: [
    { id: 'degreeAwarded', header: 'Awarded', value: ({ degreeAwarded }: Degree) => degreeAwarded },
    { id: 'degreeTitleRc', header: 'Title', value: ({ degreeTitleRc }) => degreeTitleRc },
  ],
  defaultSort: [
    { id: 'item.degreeTitleRc', desc: false },
    { id: 'item.degreeAwarded', desc: false },
  ],
  nameOf: ({ degreeAwarded, degreeTitleRc }) => `degree ${degreeAwarded} ${degreeTitleRc}`,
  calledInQuestion: ({ degreeKey }) => `degree key ${degreeKey}`,
};

const majors: RelatedKind<'major'> = {
  kind: 'major',
  columns: [
    { id: 'majorCode', header: 'Major Code', value: ({ majorCode }: Major) => majorCode },
    { id: 'majorSegment', header: 'U G M', value: ({ majorSegment }) => majorSegment },
    { id: 'title20', header: 'Title 20', value: ({ title20 }) => title20 },
    { id: 'titleLong', header: 'Title Long', value: ({ titleLong }) => titleLong },
  ],
  defaultSort: [
    { id: 'item.majorCode', desc: false },
    { id: 'item.majorSegment', desc: false },
  ],
  nameOf: ({ majorCode, majorSegment }) => `major ${majorCode} ${majorSegment}`,
  calledInQuestion: ({ majorCode }) => `major code ${majorCode}`,
};

/** What every relationship says of itself, as the last columns of a list. */
export const spanColumns = (quarter: Quarter): readonly Column<Relationship>[] => [
  {
    id: 'startTerm',
    header: 'Rel Start Qtr',
    value: ({ startTerm }) => quarter(startTerm),
    sort: ({ startTerm }) => startTerm,
  },
  {
    id: 'endTerm',
    header: 'Rel End Qtr',
    value: ({ endTerm }) => quarter(endTerm),
    sort: ({ endTerm }) => endTerm,
  },
  { id: 'active', header: 'Rel Active', value: ({ active }) => active },
];

/** What a major-degree relationship says besides, by the report's headers. */
const programColumns: readonly Column<Partial<Program>>[] = [
  {
    id: 'programLengthYrs',
    header: 'Prog Lgth Yrs',
    value: ({ programLengthYrs = null }) => programLengthYrs,
  },
  {
    id: 'programLengthQtrs',
    header: 'Prog Lgth Qtrs',
    value: ({ programLengthQtrs = null }) => programLengthQtrs,
  },
  {
    id: 'acadYrInstrWks',
    header: 'Instr Wks Per Acad Yr',
    value: ({ acadYrInstrWks = null }) => acadYrInstrWks,
  },
  {
    id: 'specProgIndctr',
    header: 'Spec Prog Indicator',
    value: ({ specProgIndctr = null }) => specProgIndctr,
  },
  { id: 'terminalPgmFlag', header: 'Term Prog', value: ({ terminalPgmFlag = null }) => terminalPgmFlag },
  { id: 'selfSuppPgm', header: 'Self Sup Prof Deg Prog', value: ({ selfSuppPgm = null }) => selfSuppPgm },
  { id: 'profDegreePgm', header: 'Prof Deg', value: ({ profDegreePgm = null }) => profDegreePgm },
];
const nothing: readonly Column<Partial<Program>>[] = [];

/** What a relationship says besides its span. */
export const moreColumns = ({ relationship }: Link): readonly Column<Partial<Program>>[] =>
  relationship.form === programForm ? programColumns : nothing;

/** A column of an item as a column of a relationship to it. */
export const ofItem = <Item>({ id, header, value }: Column<Item>): Column<{ item: Item }> => ({
  id: `item.${id}`,
  header,
  value: ({ item }) => value(item),
});

/** In the order of the lists of a detail screen (spec 2). */
export const relatedKinds: { [K in ItemKind]: RelatedKind<K> } = {
  major: majors,
  degree: degrees,
  school: schools,
  department: departments,
};
const order = Object.keys(relatedKinds);

/** The lists of a detail screen. */
export const relatedLists = (kind: ItemKind): readonly Link[] =>
  relationshipsOf(kind).toSorted((one, other) => order.indexOf(one.to) - order.indexOf(other.to));
