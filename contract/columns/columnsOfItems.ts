import type { FieldFacts } from '../field.ts';
import { factsOfForm } from '../form.ts';
import { kindForms } from '../kindForms.ts';
import { type ItemKind, type Items, itemKinds } from '../kinds.ts';
import type { MajorDegree } from '../majorDegree.ts';
import type { Program, Relationship } from '../relationships.ts';
import { type DataColumn, fieldColumn, ofPart, partColumn, type Value } from './dataColumn.ts';
import { type Quarter, quarterOf } from './quarters.ts';
import type { SortedBy } from './sortRows.ts';

/** The field names of a kind's items. */
export type FieldOf<K extends ItemKind> = keyof Items[K] & string;

/** The columns of each list, in the order of spec 2. Of terms that items have only as codes, `quarter` gives the labels. */
export const listColumns: {
  readonly [K in ItemKind]: (quarter: Quarter) => readonly DataColumn<Items[K], FieldOf<K>>[];
} = {
  school: () => [
    fieldColumn('schoolCode', 'Code'),
    fieldColumn('title', 'Title'),
    fieldColumn('title8', 'Title 8'),
    fieldColumn('yearStart', 'Year Start'),
    fieldColumn('yearEnd', 'Year End'),
    fieldColumn('sortCode', 'Sort Code'),
    fieldColumn('active', 'Active'),
  ],
  department: () => [
    fieldColumn('title7', 'Title 7'),
    fieldColumn('title', 'Title 40'),
    fieldColumn('active', 'Active'),
  ],
  degree: () => [
    fieldColumn('degreeAwarded', 'Awarded'),
    fieldColumn('degreeTitleRc', 'Title'),
    fieldColumn('degreeTitleAbbr', 'Abbreviated Title'),
    {
      id: 'degreeStartTermYyyyst',
      header: 'Start Qtr',
      value: ({ startTerm, degreeStartTermYyyyst }) => quarterOf(startTerm, degreeStartTermYyyyst),
      sort: ({ degreeStartTermYyyyst }) => degreeStartTermYyyyst,
    },
    {
      id: 'degreeEndTermYyyyst',
      header: 'End Qtr',
      value: ({ endTerm, degreeEndTermYyyyst }) => quarterOf(endTerm, degreeEndTermYyyyst),
      sort: ({ degreeEndTermYyyyst }) => degreeEndTermYyyyst,
    },
  ],
  major: (quarter) => [
    fieldColumn('majorSegment', 'U G M'),
    fieldColumn('campusIndicator', 'G H'),
    fieldColumn('majorCode', 'Major Code'),
    fieldColumn('sortCode', 'Sort Code'),
    fieldColumn('title7', 'Title 7'),
    fieldColumn('title20', 'Title 20'),
    fieldColumn('titleLong', 'Title Long'),
    fieldColumn('academicYearApproved', 'Academic Yr Appr'),
    {
      id: 'startTermYyyyst',
      header: 'Start Qtr',
      value: ({ startTermYyyyst }) => quarter(startTermYyyyst),
      sort: ({ startTermYyyyst }) => startTermYyyyst,
    },
    {
      id: 'endTermYyyyst',
      header: 'End Qtr',
      value: ({ endTermYyyyst }) => quarter(endTermYyyyst),
      sort: ({ endTermYyyyst }) => endTermYyyyst,
    },
  ],
};

const by = <Id extends string>(...ids: Id[]): readonly SortedBy<Id>[] =>
  ids.map((id) => ({ id, desc: false }));

/** The order of each list on its screen, and of the file that it downloads (spec 2). */
export const defaultSorts = {
  school: by('schoolCode'),
  department: by('title7'),
  degree: by('degreeTitleRc', 'degreeAwarded'),
  major: by('majorCode', 'majorSegment'),
  majorDegree: by('major.majorCode', 'degree.degreeAwarded'),
} as const;

/** The columns of fields that only the response of a degree has, which can be chosen. */
const ofAward: readonly DataColumn<Items['degree']>[] = [
  fieldColumn('degreeShort', 'Award'),
  fieldColumn('degreeCode', 'Award Code'),
];

type Row = Readonly<Record<string, Value>>;

/** A column that a list shows only if it is chosen, with the facts of its field in the form, if it has one. */
export type OtherColumn<Of> = DataColumn<Of> & { facts?: FieldFacts };

/**
 * The columns of the fields that a list of a kind shows only if they are chosen (contract 11). Together with the columns of
 * the list they are all fields of an item.
 */
export function otherListColumns<K extends ItemKind>(kind: K, quarter: Quarter): OtherColumn<Items[K]>[] {
  const listed = new Set<string>(listColumns[kind](quarter).map(({ id }) => id));
  const { key, savedBy } = itemKinds[kind];
  const fields = Object.entries(factsOfForm(kindForms[kind].editForm))
    .filter(([name]) => name !== 'version')
    .map(([name, facts]) => columnOf(name, facts, quarter));
  const keyColumn: DataColumn<Row> = { id: key, header: 'Key', value: (row) => row[key] ?? null };
  const others = [...fields, keyColumn, ...saveColumns(savedBy)].filter(({ id }) => !listed.has(id));
  // The forms name their fields as texts.
  return [...others, ...(kind === 'degree' ? ofAward : [])] as unknown as OtherColumn<Items[K]>[];
}

function columnOf(id: string, facts: FieldFacts, quarter: Quarter): OtherColumn<Row> {
  const stored = (row: Row): Value => row[id] ?? null;
  const column = { id, header: facts.label, value: stored, facts };
  return facts.lookup === 'term'
    ? { ...column, value: (row) => quarter(stored(row) as string | null), sort: stored }
    : column;
}

/** The time and user of the last save, and the version. */
const saveColumns = (savedBy: string): DataColumn<Row>[] => [
  {
    id: 'lastModified',
    header: 'Last Modified',
    value: ({ lastModified = null }) => lastModified,
    isTime: true,
  },
  { id: savedBy, header: 'Modified By', value: (row) => row[savedBy] ?? null },
  { id: 'version', header: 'Version', value: ({ version = null }) => version },
];

/** What the headers of columns begin with where an item, or a program, is a part of the row. */
export const partPrefixes = {
  school: 'Sch',
  major: 'Maj',
  degree: 'Deg',
  department: 'Dept',
  majorDegree: 'Prog',
} as const;

/** All columns of a kind, for rows in which its item is a part: 'Maj CIP Code' of `major.cipCode`. */
const partColumnsOf = <K extends ItemKind>(kind: K, quarter: Quarter) =>
  [...listColumns[kind](quarter), ...otherListColumns(kind, quarter)].map((column) =>
    ofPart<K, Items[K]>(kind, partPrefixes[kind], column),
  );

type AnyRelationship = Relationship & Partial<Program>;

/** The columns of a relationship, which come last in a list of related items. */
export const relationshipColumns = (quarter: Quarter): readonly DataColumn<AnyRelationship>[] => [
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
  fieldColumn('active', 'Rel Active'),
];

const programColumn = (id: keyof Program, header: string): DataColumn<AnyRelationship> => ({
  id,
  header,
  value: ({ [id]: value = null }) => value,
});

/** The columns of a relationship between a major and a degree (spec 3), with the same headers as in the report. */
export const programColumns = (quarter: Quarter): readonly DataColumn<AnyRelationship>[] => [
  ...relationshipColumns(quarter),
  programColumn('programLengthYrs', 'Prog Lgth Yrs'),
  programColumn('programLengthQtrs', 'Prog Lgth Qtrs'),
  programColumn('acadYrInstrWks', 'Instr Wks Per Acad Yr'),
  programColumn('specProgIndctr', 'Spec Prog Indicator'),
  programColumn('terminalPgmFlag', 'Term Prog'),
  programColumn('selfSuppPgm', 'Self Sup Prof Deg Prog'),
  programColumn('profDegreePgm', 'Prof Deg'),
];

/** All columns of the relationship between a major and a degree. */
export const allProgramColumns = (quarter: Quarter): readonly DataColumn<Program>[] => [
  ...programColumns(quarter),
  ...(saveColumns('lastModifiedBy') as unknown as DataColumn<Program>[]),
];

/** The columns of the list of major-degrees (spec 2). */
export const majorDegreeColumns: readonly DataColumn<MajorDegree>[] = [
  partColumn('major', 'majorCode', 'Major Code'),
  partColumn('major', 'majorSegment', 'U G M'),
  partColumn('major', 'title20', 'Title 20'),
  partColumn('degree', 'degreeAwarded', 'Awarded'),
  partColumn('degree', 'degreeTitleRc', 'Title'),
];

/** All other fields of the major, the degree and the relationship between them. */
export function otherMajorDegreeColumns(quarter: Quarter): readonly DataColumn<MajorDegree>[] {
  const listed = new Set(majorDegreeColumns.map(({ id }) => id));
  const columns: DataColumn<MajorDegree>[] = [
    ...partColumnsOf('major', quarter),
    ...partColumnsOf('degree', quarter),
    ...allProgramColumns(quarter),
  ];
  return columns.filter(({ id }) => !listed.has(id));
}

/** All columns of the parts of a report, each with the prefix of its part. */
export const reportPartColumns = (quarter: Quarter) => [
  ...partColumnsOf('school', quarter),
  ...partColumnsOf('major', quarter),
  ...partColumnsOf('degree', quarter),
  ...partColumnsOf('department', quarter),
  ...allProgramColumns(quarter).map((column) => ofPart('majorDegree', partPrefixes.majorDegree, column)),
];
