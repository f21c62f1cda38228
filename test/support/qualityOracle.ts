import { type Catalog, kinds, type Row } from './qualityWorld.ts';

/** What the rules say, over plain arrays: no SQL and none of the product's code. */

interface Lookups {
  terms: ReadonlySet<string>;
  /** The usual credential level of an award. */
  levels: ReadonlyMap<string, string | null>;
  cipCodes: ReadonlySet<string>;
}

type Pair = readonly [Row, Row];

const keyFields: Record<string, readonly string[]> = {
  school: ['schoolCode'],
  department: ['deptKey'],
  degree: ['degreeKey'],
  major: ['majorKey'],
  degreeDepartment: ['degreeKey', 'deptKey'],
  majorDegree: ['majorKey', 'degreeKey'],
  majorDepartment: ['majorKey', 'deptKey'],
  schoolDegree: ['schoolCode', 'degreeKey'],
  schoolDepartment: ['schoolCode', 'deptKey'],
  schoolMajor: ['schoolCode', 'majorKey'],
};
const kindOfKey: Record<string, keyof Catalog> = {
  schoolCode: 'school',
  deptKey: 'department',
  degreeKey: 'degree',
  majorKey: 'major',
};
const startField: Record<string, string> = {
  school: 'yearStart',
  degree: 'degreeStartTermYyyyst',
  major: 'startTermYyyyst',
};
const endField: Record<string, string> = {
  school: 'yearEnd',
  degree: 'degreeEndTermYyyyst',
  major: 'endTermYyyyst',
};

/** The name of a row: 'major 12', 'majorDegree 12/7'. */
const nameOf = (kind: string, row: Row): string =>
  `${kind} ${(keyFields[kind] ?? []).map((field) => row[field]).join('/')}`;
/** The name of a finding about several rows, whatever their order. */
export const namesOf = (kind: string, ...rows: Row[]): string =>
  rows
    .map((row) => nameOf(kind, row))
    .sort()
    .join(' & ');

const startOf = (kind: string, row: Row) => row[startField[kind] ?? 'startTerm'] ?? null;
const endOf = (kind: string, row: Row) => row[endField[kind] ?? 'endTerm'] ?? null;
const isActive = (kind: string, row: Row) => row[kind === 'degree' ? 'degreeActive' : 'active'] === true;
const plain = (value: unknown) => String(value).trim().toLowerCase();
const yearOf = (term: unknown) => Number(String(term).slice(0, 4));

/** What each rule finds in a term, as names (`namesOf`). `running` is the running term. */
export function expectedFindings(
  catalog: Catalog,
  { terms, levels, cipCodes }: Lookups,
  { term, running }: { term: string; running: string },
): Record<string, string[]> {
  const at = (kind: string, in_: string) => (kind === 'school' ? yearOf(in_) : in_);
  const isIn = (kind: string, row: Row, in_: string = term): boolean => {
    const [start, end, moment] = [startOf(kind, row), endOf(kind, row), at(kind, in_)];
    return (start === null || start <= moment) && (end === null || end >= moment);
  };
  const hasEnded = (kind: string, row: Row) => {
    const end = endOf(kind, row);
    return end !== null && end < at(kind, running);
  };
  const endsOf = (kind: string, row: Row) =>
    (keyFields[kind] ?? []).map((field) => {
      const endKind = kindOfKey[field] ?? 'school';
      const found = catalog[endKind].find((item) => item[field] === row[field]);
      if (!found) throw new Error(`${nameOf(kind, row)} has no ${endKind}`);
      return { kind: endKind, item: found };
    });
  const everything = kinds.flatMap((kind) => catalog[kind].map((row) => ({ kind, row })));
  const items = everything.filter(({ kind }) => keyFields[kind]?.length === 1);
  const inEffect = (kind: keyof Catalog) => catalog[kind].filter((row) => isIn(kind, row));
  const pairsOf = (rows: Row[]): Pair[] =>
    rows.flatMap((a, index) => rows.slice(index + 1).map((b): Pair => [a, b]));

  const programs = catalog.majorDegree
    .filter((row) => isIn('majorDegree', row))
    .map((row) => ({
      row,
      major: catalog.major.find(({ majorKey }) => majorKey === row.majorKey) ?? {},
      degree: catalog.degree.find(({ degreeKey }) => degreeKey === row.degreeKey) ?? {},
    }))
    .filter(({ major, degree }) => isIn('major', major) && isIn('degree', degree));
  type Program = (typeof programs)[number];

  const related = (kind: keyof Catalog, field: string, row: Row) =>
    catalog[kind].some(
      (one) =>
        one[field] === row[field] &&
        isIn(kind, one) &&
        endsOf(kind, one).every(({ kind: endKind, item }) => item === row || isIn(endKind, item)),
    );
  const overlap = (kind: string, [a, b]: Pair) => {
    const before = (one: Row[string], other: Row[string]) =>
      one === null || other === null || String(one) <= String(other);
    return before(startOf(kind, a), endOf(kind, b)) && before(startOf(kind, b), endOf(kind, a));
  };
  const isOutside = (kind: string, row: Row) =>
    endsOf(kind, row).some(({ kind: endKind, item }) => {
      const [start, end] = [startOf(endKind, item), endOf(endKind, item)];
      const moment = (value: unknown) => (endKind === 'school' ? yearOf(value) : String(value));
      const [from, until] = [startOf(kind, row), endOf(kind, row)];
      if (start !== null && moment(from) < start) return true;
      if (end === null) return false;
      return moment(from) > end || until === null || moment(until) > end;
    });
  const groups = <One>(all: One[], by: (one: One) => string | null): One[][] => {
    const found = new Map<string, One[]>();
    for (const one of all) {
      const name = by(one);
      if (name !== null) found.set(name, [...(found.get(name) ?? []), one]);
    }
    return [...found.values()];
  };
  const distinct = (values: unknown[]) => new Set(values.filter((value) => value !== null)).size;

  const each = (kind: string, rows: Row[]) => rows.map((row) => namesOf(kind, row));
  const eachProgram = (holds: (of: Program) => boolean) =>
    each(
      'majorDegree',
      programs.filter(holds).map(({ row }) => row),
    );
  const eachOf = (all: typeof everything) => all.map(({ kind, row }) => nameOf(kind, row));
  const eachPair = (kind: keyof Catalog, holds: (pair: Pair) => boolean) =>
    pairsOf(catalog[kind])
      .filter(holds)
      .map((pair) => namesOf(kind, ...pair));
  const isWhole = (value: unknown) => Number.isInteger(value);
  const sameCode = ([a, b]: Pair) =>
    plain(a.majorCode) === plain(b.majorCode) && a.majorSegment === b.majorSegment;
  const soonAfter = (first: Row, second: Row) => {
    const [end, start] = [endOf('major', first), startOf('major', second)];
    return end !== null && start !== null && start > end && yearOf(start) - yearOf(end) < 10;
  };
  const academicYear = (code: unknown) =>
    yearOf(code) - (String(code).endsWith('03') || String(code).endsWith('14') ? 1 : 0);

  const found: Record<string, string[]> = {
    'unknown-term': eachOf(
      everything.filter(
        ({ kind, row }) =>
          kind !== 'school' &&
          [startOf(kind, row), endOf(kind, row)].some((code) => code !== null && !terms.has(String(code))),
      ),
    ),
    'major-code-shared': eachPair('major', (pair) => sameCode(pair) && overlap('major', pair)),
    'relationship-outside-item': eachOf(
      everything.filter(({ kind, row }) => keyFields[kind]?.length === 2 && isOutside(kind, row)),
    ),
    'self-supporting-undergraduate': eachProgram(
      ({ row, major }) => row.selfSuppPgm === true && major.majorSegment === 'U',
    ),
    'special-program-level': eachProgram(({ row, degree }) => {
      const level = degree.programCredLevel;
      if (['P', 'U', 'T'].includes(String(row.specProgIndctr))) return level !== null && level !== '99';
      return row.specProgIndctr === 'N' && level === '99';
    }),
    'active-but-ended': eachOf(
      everything.filter(({ kind, row }) => isActive(kind, row) && hasEnded(kind, row)),
    ),
    'inactive-but-in-effect': eachOf(
      everything.filter(({ kind, row }) => !isActive(kind, row) && isIn(kind, row, running)),
    ),
    'major-without-school': each(
      'major',
      inEffect('major').filter((row) => !related('schoolMajor', 'majorKey', row)),
    ),
    'major-without-degree': each(
      'major',
      inEffect('major').filter(
        (row) =>
          catalog.majorDegree.some(({ majorKey }) => majorKey === row.majorKey) &&
          !programs.some(({ major }) => major === row),
      ),
    ),
    'degree-without-major': each(
      'degree',
      inEffect('degree').filter((row) => !programs.some(({ degree }) => degree === row)),
    ),
    'department-without-school': each(
      'department',
      inEffect('department').filter((row) => !related('schoolDepartment', 'deptKey', row)),
    ),
    'duplicate-degree': eachPair(
      'degree',
      (pair) =>
        plain(pair[0].degreeAwarded) === plain(pair[1].degreeAwarded) &&
        plain(pair[0].degreeTitleRc) === plain(pair[1].degreeTitleRc) &&
        overlap('degree', pair),
    ),
    'credential-level-unusual': each(
      'degree',
      inEffect('degree').filter((row) => {
        const usual = levels.get(String(row.degreeAwarded)) ?? null;
        return usual !== null && row.programCredLevel !== usual;
      }),
    ),
    'major-without-cip': each(
      'major',
      inEffect('major').filter((row) => row.cipCode === null && programs.some(({ major }) => major === row)),
    ),
    'program-without-length': eachProgram(
      ({ row }) => row.programLengthYrs === null && row.programLengthQtrs === null,
    ),
    'program-without-indicator': eachProgram(({ row }) => row.specProgIndctr === null),
    'program-without-weeks': eachProgram(
      ({ row }) =>
        row.programLengthYrs !== null && !isWhole(row.programLengthYrs) && row.acadYrInstrWks === null,
    ),
    'program-twice': pairsOf(programs.map(({ row }) => row))
      .filter((pair) => {
        const [a, b] = pair.map((row) => programs.find((one) => one.row === row)) as [Program, Program];
        const titleOf = ({ major }: Program) => plain(major.titleLong ?? major.title20);
        return (
          plain(a.degree.degreeAwarded) === plain(b.degree.degreeAwarded) &&
          a.major.majorSegment === b.major.majorSegment &&
          titleOf(a) === titleOf(b)
        );
      })
      .map((pair) => namesOf('majorDegree', ...pair)),
    'approved-after-start': each(
      'major',
      inEffect('major').filter(
        (row) =>
          row.startTermYyyyst !== null &&
          row.academicYearApproved !== null &&
          Number(row.academicYearApproved) > academicYear(row.startTermYyyyst),
      ),
    ),
    'department-without-major': each(
      'department',
      inEffect('department').filter((row) => !related('majorDepartment', 'deptKey', row)),
    ),
    'no-start-term': eachOf(items.filter(({ kind, row }) => isIn(kind, row) && startOf(kind, row) === null)),
    'cip-not-in-2020': each(
      'major',
      inEffect('major').filter((row) => row.cipCode !== null && !cipCodes.has(String(row.cipCode))),
    ),
    'cip-with-several-disciplines': groups(
      inEffect('major').filter(({ ucDiscipline }) => ucDiscipline !== null),
      ({ cipCode = null }) => cipCode as string | null,
    )
      .filter((group) => distinct(group.map(({ ucDiscipline }) => ucDiscipline)) > 1)
      .map((group) => namesOf('major', ...group)),
    'cip-with-several-lengths': groups(programs, ({ major, degree }) =>
      major.cipCode === null || degree.programCredLevel === null
        ? null
        : `${major.cipCode} ${degree.programCredLevel}`,
    )
      .filter(
        (group) =>
          distinct(group.map(({ row }) => row.programLengthYrs)) > 1 ||
          distinct(group.map(({ row }) => row.acadYrInstrWks)) > 1,
      )
      .map((group) => namesOf('majorDegree', ...group.map(({ row }) => row))),
    'weeks-below-30': eachProgram(
      ({ row }) => row.acadYrInstrWks !== null && Number(row.acadYrInstrWks) < 30,
    ),
    'length-not-whole-years': eachProgram(
      ({ row }) => row.programLengthYrs !== null && !isWhole(row.programLengthYrs),
    ),
    'quarters-and-years-differ': eachProgram(({ row }) => {
      const [years, quarters] = [row.programLengthYrs, row.programLengthQtrs];
      if (years === null || quarters === null) return false;
      return quarters !== Number(years) * 3 && quarters !== Number(years) * 4;
    }),
    'repealed-indicator': eachProgram(({ row }) => ['A', 'B'].includes(String(row.specProgIndctr))),
    'code-reused-soon': eachPair(
      'major',
      (pair) => sameCode(pair) && (soonAfter(pair[0], pair[1]) || soonAfter(pair[1], pair[0])),
    ),
  };
  return Object.fromEntries(Object.entries(found).map(([rule, names]) => [rule, names.sort()]));
}
