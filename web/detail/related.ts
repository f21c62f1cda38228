import type { Degree } from '../../contract/degree.ts';
import type { Department } from '../../contract/department.ts';
import type { ItemKind, Items } from '../../contract/items.ts';
import type { Major } from '../../contract/major.ts';
import type { Program, Relationship } from '../../contract/relationships.ts';
import type { School } from '../../contract/school.ts';
import type { Quarter } from '../lookups.ts';
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

export const schools: RelatedKind<'school'> = {
  kind: 'school',
  columns: [
    { header: 'Code', value: ({ schoolCode }: School) => schoolCode },
    { header: 'Title', value: ({ title }) => title },
  ],
  defaultSort: [{ id: 'code', desc: false }],
  nameOf: ({ schoolCode }) => `school ${schoolCode}`,
  calledInQuestion: ({ schoolCode }) => `school code ${schoolCode}`,
};

export const departments: RelatedKind<'department'> = {
  kind: 'department',
  columns: [
    { header: 'Title 7', value: ({ title7 }: Department) => title7 },
    { header: 'Title 40', value: ({ title }) => title },
  ],
  defaultSort: [{ id: 'title-7', desc: false }],
  nameOf: ({ title7 }) => `department ${title7}`,
  calledInQuestion: ({ deptKey }) => `department key ${deptKey}`,
};

export const degrees: RelatedKind<'degree'> = {
  kind: 'degree',
  columns: [
    { header: 'Awarded', value: ({ degreeAwarded }: Degree) => degreeAwarded },
    { header: 'Title', value: ({ degreeTitleRc }) => degreeTitleRc },
  ],
  defaultSort: [
    { id: 'title', desc: false },
    { id: 'awarded', desc: false },
  ],
  nameOf: ({ degreeAwarded, degreeTitleRc }) => `degree ${degreeAwarded} ${degreeTitleRc}`,
  calledInQuestion: ({ degreeKey }) => `degree key ${degreeKey}`,
};

export const majors: RelatedKind<'major'> = {
  kind: 'major',
  columns: [
    { header: 'Major Code', value: ({ majorCode }: Major) => majorCode },
    { header: 'U G M', value: ({ majorSegment }) => majorSegment },
    { header: 'Title 20', value: ({ title20 }) => title20 },
    { header: 'Title Long', value: ({ titleLong }) => titleLong },
  ],
  defaultSort: [
    { id: 'major-code', desc: false },
    { id: 'u-g-m', desc: false },
  ],
  nameOf: ({ majorCode, majorSegment }) => `major ${majorCode} ${majorSegment}`,
  calledInQuestion: ({ majorCode }) => `major code ${majorCode}`,
};

/** What every relationship says of itself, as the last columns of a list. */
export const spanColumns = (quarter: Quarter): readonly Column<Relationship>[] => [
  {
    header: 'Rel Start Qtr',
    value: ({ startTerm }) => quarter(startTerm),
    sort: ({ startTerm }) => startTerm,
  },
  { header: 'Rel End Qtr', value: ({ endTerm }) => quarter(endTerm), sort: ({ endTerm }) => endTerm },
  { header: 'Rel Active', value: ({ active }) => active },
];

/** What a major-degree relationship says besides, by the report's headers. */
export const programColumns: readonly Column<Program>[] = [
  { header: 'Prog Lgth Yrs', value: ({ programLengthYrs }) => programLengthYrs },
  { header: 'Prog Lgth Qtrs', value: ({ programLengthQtrs }) => programLengthQtrs },
  { header: 'Instr Wks Per Acad Yr', value: ({ acadYrInstrWks }) => acadYrInstrWks },
  { header: 'Spec Prog Indicator', value: ({ specProgIndctr }) => specProgIndctr },
  { header: 'Term Prog', value: ({ terminalPgmFlag }) => terminalPgmFlag },
  { header: 'Self Sup Prof Deg Prog', value: ({ selfSuppPgm }) => selfSuppPgm },
  { header: 'Prof Deg', value: ({ profDegreePgm }) => profDegreePgm },
];

/** A column of an item as a column of a relationship to it. */
export const ofItem = <Item>({ header, value }: Column<Item>): Column<{ item: Item }> => ({
  header,
  value: ({ item }) => value(item),
});

export const relatedKinds: { [K in ItemKind]: RelatedKind<K> } = {
  school: schools,
  department: departments,
  degree: degrees,
  major: majors,
};
