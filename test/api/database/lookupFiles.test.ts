import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readLastTerm } from '../../../server/api/about/lastTerm.ts';
import { change } from '../../../server/db/changeTransaction.ts';
import type { Database } from '../../../server/db/database.ts';
import { type LookupName, replaceLookup, writeLookup } from '../../../server/db/lookupTables.ts';
import { migrate, schema } from '../../../server/db/migrate.ts';
import type { Db } from '../../../server/db/tables.ts';
import { faultsOfLog } from '../../../server/db/verifyDatabase.ts';
import { testDatabase } from '../../support/database.ts';

// Lookups from an operator's CSV file.

let database: Database;
let db: Db;
let terms: string[];
const asCsv = (lines: readonly string[]) => `termYyyyst,termLetterYear\n${lines.join('\n')}\n`;
const storedTerms = async () =>
  (await db.selectFrom('term').select(['termYyyyst', 'termLetterYear']).orderBy('termYyyyst').execute()).map(
    ({ termYyyyst, termLetterYear }) => `${termYyyyst},${termLetterYear}`,
  );
beforeAll(async () => {
  database = await testDatabase({ sample: true });
  ({ db } = database);
  terms = await storedTerms();
});
afterAll(() => database.close());
beforeEach(async () => void (await replaceLookup(db, 'terms', asCsv(terms))));

describe('A file of terms', () => {
  test('adds, changes and removes terms that are not in use, as one change set of the database account', async () => {
    const file = [...terms.filter((term) => !term.startsWith('2030')), '203103,W31'].map((term) =>
      term === '202892,F28' ? '202892,Fall28' : term,
    );
    expect(await replaceLookup(db, 'terms', asCsv(file.toReversed()))).toEqual({
      rows: file.length,
      added: 1,
      changed: 1,
      removed: terms.length - file.length + 1,
      kept: [],
    });
    expect(await storedTerms()).toEqual(file);
    const newest = db.selectFrom('changeSet').selectAll().orderBy('number', 'desc').limit(1);
    expect(await newest.executeTakeFirst()).toMatchObject({
      origin: 'command',
      actor: 'postgres',
      title: 'Lookup: terms',
    });
    expect(await faultsOfLog(db)).toEqual([]);
  });

  test('changes nothing when it is imported again', async () => {
    const sets = db.selectFrom('changeSet').select(({ fn }) => fn.countAll().as('count'));
    const before = await sets.executeTakeFirst();
    expect(await replaceLookup(db, 'terms', asCsv(terms))).toMatchObject({
      added: 0,
      changed: 0,
      removed: 0,
    });
    expect(await sets.executeTakeFirst()).toEqual(before);
  });

  test('removes no term that is in use, and names those terms', async () => {
    const { rows } = await sql<{ term: string }>`
      select term_yyyyst as term from term where term_yyyyst in (
        select start_term from department union select end_term from department
        union select degree_start_term_yyyyst from degree union select degree_end_term_yyyyst from degree
        union select start_term_yyyyst from major union select end_term_yyyyst from major
        union select start_term from degree_department union select end_term from degree_department
        union select start_term from major_degree union select end_term from major_degree
        union select start_term from major_department union select end_term from major_department
        union select start_term from school_degree union select end_term from school_degree
        union select start_term from school_department union select end_term from school_department
        union select start_term from school_major union select end_term from school_major
      ) and term_yyyyst <> '203092' order by 1`.execute(db);
    const { kept } = await replaceLookup(db, 'terms', asCsv(['203092,F30']));
    expect(kept).toEqual(rows.map(({ term }) => term));
    expect(kept.length).toBeGreaterThan(50);
    expect((await storedTerms()).length).toBe(kept.length + 1);
  });

  test('is not reverted by an upgrade', async () => {
    const file = terms.filter((term) => !term.startsWith('2030'));
    await replaceLookup(db, 'terms', asCsv(file));
    await migrate(db, { ...schema, step: schema.step + 1 });
    expect(await storedTerms()).toEqual(file);
  });
});

test.for(['terms', 'award-types', 'cip-codes'] as const)(
  'the printed %s, imported again, change nothing',
  async (name) => {
    const csv = await writeLookup(db, name);
    expect(await replaceLookup(db, name, csv)).toEqual({
      rows: csv.trimEnd().split('\n').length - 1,
      added: 0,
      changed: 0,
      removed: 0,
      kept: [],
    });
  },
);

test('an award type in use is kept, another is removed, a title is changed', async () => {
  const before = await db.selectFrom('awardType').selectAll().orderBy('degreeShort').execute();
  await change(db, { uciNetId: 'robin', actingAs: null, requestId: 'r' }, (trx) =>
    sql`insert into award_type values ('ZZ', 'ZZ', 'Unused', null)`.execute(trx),
  );
  const file = `programCredLevel,degreeShort,degreeCode,title\n03,BA,BA,"Bachelor of ""Arts"", all"\n`;
  const { removed, changed, kept } = await replaceLookup(db, 'award-types', file);
  expect({ changed, isRemoved: removed > 0, keepsUsed: kept.includes('BS') }).toEqual({
    changed: 1,
    isRemoved: true,
    keepsUsed: true,
  });
  const after = await db.selectFrom('awardType').selectAll().where('degreeShort', '=', 'BA').execute();
  expect(after).toMatchObject([{ title: 'Bachelor of "Arts", all', programCredLevel: '03' }]);
  expect(before.length).toBeGreaterThan(kept.length);
});

test('CIP codes are replaced, those of majors are kept', async () => {
  const { kept } = await replaceLookup(db, 'cip-codes', 'code,title\n99.9999,New\n');
  const { rows } = await sql<{ code: string }>`
    select distinct cip_code as code from major where cip_code is not null order by 1`.execute(db);
  expect(rows.map(({ code }) => code)).toEqual(expect.arrayContaining(kept));
  expect(kept.length).toBeGreaterThan(0);
});

test.for([
  ['terms', '', 'The file has no rows: nothing was changed.'],
  ['terms', 'termYyyyst,termLetterYear\n', 'The file has no rows: nothing was changed.'],
  [
    'terms',
    'term,label\n203192,F31\n',
    'The first line must name the columns termYyyyst,termLetterYear, not term,label.',
  ],
  ['terms', asCsv(['203192,F31', '2031,F31']), 'Row 2: termYyyyst "2031" must look like 202592.'],
  ['terms', asCsv(['203192,']), 'Row 1: termLetterYear null is empty.'],
  [
    'terms',
    asCsv(['203192, F31']),
    'Row 1: termLetterYear " F31" must be plain text of at most 20 characters.',
  ],
  ['terms', asCsv(['203192,F31', '203203,W32', '203192,F31']), 'Row 3: 203192 is in row 1 already.'],
  ['terms', asCsv(['203192,F31,x']), 'Row 1 has 3 fields, and the first line 2.'],
  [
    'award-types',
    'degreeShort,degreeCode,title,programCredLevel\nX,X,X,9\n',
    'Row 1: programCredLevel "9" must look like 03.',
  ],
  ['cip-codes', 'code,title\n1.2,X\n', 'Row 1: code "1.2" must look like 11.0701.'],
] as const)('a wrong file of %s is rejected with its row: %s', async ([name, csv, why]) => {
  const before = await storedTerms();
  await expect(replaceLookup(db, name satisfies LookupName, csv)).rejects.toThrow(why);
  expect(await storedTerms()).toEqual(before);
});

describe('The last known term', () => {
  const day = (text: string) => new Date(`${text}T12:00:00Z`);
  const warningOn = async (text: string) =>
    (await readLastTerm(db, day(text), 'America/Los_Angeles')).warning;

  test('causes a warning when it is less than a year away', async () => {
    expect(await warningOn('2029-12-31')).toBeNull();
    expect(await warningOn('2031-01-01')).toBe(
      'The last known term is F30 (203092), less than a year away. Add a year under Tools, Terms and awards',
    );
    // From the first day of the term one year before it.
    expect(await warningOn('2030-01-01')).toMatch(/^The last known term is F30/);
  });

  test('may be missing', async () => {
    const bare = await testDatabase();
    await sql`delete from term`.execute(bare.db);
    expect(await readLastTerm(bare.db, day('2026-01-01'), 'UTC')).toMatchObject({
      lastTerm: 'none',
      warning: expect.stringContaining('The last known term is none'),
    });
    await bare.close();
  });
});
