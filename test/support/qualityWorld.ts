import { sql } from 'kysely';
import { change } from '../../server/db/changeTransaction.ts';
import { insertRows } from '../../server/db/insertRows.ts';
import type { Db } from '../../server/db/tables.ts';

/** A stored row, by the names of its columns in camel case. */
export type Row = Record<string, string | number | boolean | null | undefined>;

/** The tables of a catalog as arrays, by kind (contract 8). */
export type Catalog = Record<(typeof kinds)[number], Row[]>;

export const kinds = [
  'school',
  'department',
  'degree',
  'major',
  'degreeDepartment',
  'majorDegree',
  'majorDepartment',
  'schoolDegree',
  'schoolDepartment',
  'schoolMajor',
] as const;

const from = { startTerm: '201092', endTerm: null, active: true };
const START = '201092';

/**
 * A catalog of healthy items, in which tests seed faults. Items have everything that the rules ask for; a test gives the values
 * that break one. All of it is in effect from F10 on. Each major has a CIP code of its own, from the given ones.
 */
export function createWorld(cipCodes: readonly string[]) {
  const catalog = Object.fromEntries(kinds.map((kind) => [kind, [] as Row[]])) as Catalog;
  let made = 0;
  const next = () => (made += 1);
  const unused = [...cipCodes];
  const cip = () => unused.shift() ?? null;
  const code = (length: number) => (10 * 36 ** (length - 1) + next()).toString(36).toUpperCase();

  const school = (values: Row = {}) =>
    add('school', {
      schoolCode: code(2),
      title: `School ${made}`,
      yearStart: 2000,
      yearEnd: null,
      active: true,
      ...values,
    });
  const home = school();

  function add(kind: (typeof kinds)[number], row: Row): Row {
    catalog[kind].push(row);
    return row;
  }

  const department = (values: Row = {}, { isRelated = true } = {}) => {
    const of = add('department', {
      deptKey: next(),
      title7: `D${made}`,
      title: `Department ${made}`,
      active: true,
      startTerm: START,
      endTerm: null,
      ...values,
    });
    if (isRelated) {
      relate('schoolDepartment', { schoolCode: home.schoolCode, deptKey: of.deptKey });
      relate('majorDepartment', { majorKey: anyMajor.majorKey, deptKey: of.deptKey });
    }
    return of;
  };

  /** A degree. Without a major it is a finding. */
  const degree = (values: Row = {}) =>
    add('degree', {
      degreeKey: next(),
      degreeAwarded: 'BS',
      degreeTitleRc: `Degree ${made}`,
      degreeStartTermYyyyst: START,
      degreeEndTermYyyyst: null,
      degreeActive: true,
      degreeComplete: true,
      programCredLevel: '03',
      ...values,
    });

  const major = (values: Row = {}, { hasSchool = true } = {}) => {
    const of = add('major', {
      majorKey: next(),
      majorSegment: 'U',
      majorCode: code(3),
      title20: `Major ${made}`,
      titleLong: null,
      academicYearApproved: 2009,
      startTermYyyyst: START,
      endTermYyyyst: null,
      ucDiscipline: '101',
      cipCode: cip(),
      complete: true,
      active: true,
      ...values,
    });
    if (hasSchool) relate('schoolMajor', { schoolCode: home.schoolCode, majorKey: of.majorKey });
    return of;
  };

  function relate(kind: (typeof kinds)[number], row: Row): Row {
    return add(kind, { ...from, ...row });
  }

  const program = (of: Row, to: Row, values: Row = {}) =>
    relate('majorDegree', {
      majorKey: of.majorKey,
      degreeKey: to.degreeKey,
      programLengthYrs: 4,
      programLengthQtrs: 12,
      acadYrInstrWks: 30,
      specProgIndctr: 'N',
      selfSuppPgm: false,
      ...values,
    });

  /** A major and a degree with a program. */
  const pair = ({ ofMajor = {}, ofDegree = {}, ofProgram = {} }: Record<string, Row> = {}) => {
    const one = major(ofMajor);
    const other = degree(ofDegree);
    return { major: one, degree: other, program: program(one, other, ofProgram) };
  };

  const { major: anyMajor } = pair();
  return { catalog, cip, home, school, department, degree, major, relate, program, pair };
}

export type World = ReturnType<typeof createWorld>;

/** Stores a catalog in an empty database. Terms that the lookup does not have are removed from it afterward. */
export async function store(db: Db, catalog: Catalog, unknownTerms: readonly string[] = []): Promise<void> {
  const actor = { uciNetId: 'registrar', actingAs: null, requestId: 'world' };
  const terms = unknownTerms.map((termYyyyst) => ({
    termYyyyst,
    termLetterYear: `?${termYyyyst.slice(-4)}`,
  }));
  await change(db, actor, async (trx) => {
    if (terms.length > 0) await insertRows('term', terms).execute(trx);
    for (const kind of kinds) {
      const rows = catalog[kind];
      const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
      const complete = rows.map((row) => Object.fromEntries(names.map((name) => [name, row[name] ?? null])));
      if (rows.length > 0) await insertRows(kind, complete).execute(trx);
    }
    for (const term of unknownTerms) await sql`delete from term where term_yyyyst = ${term}`.execute(trx);
  });
}
