import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ChangeSets } from '../../../contract/history.ts';
import { changeSetsJson } from '../../../server/api/history/changeSets.ts';
import { undoRequest } from '../../../server/api/history/undoRequest.ts';
import { restoreBackup } from '../../../server/db/backup/restoreBackup.ts';
import type { Database } from '../../../server/db/database.ts';
import { replaceLookup, writeLookup } from '../../../server/db/lookupTables.ts';
import type { Db } from '../../../server/db/tables.ts';
import { faultsOfLog } from '../../../server/db/verifyDatabase.ts';
import { bareDatabase } from '../../support/database.ts';

// A database of schema step 6, which allowed other spaces than U+0020 in texts. The program of that step wrote the backup,
// which holds such a text in every kind of column that allowed it.
const backup = new URL('step6.backup.jsonl', import.meta.url);

const robin = { uciNetId: 'registrar', actingAs: null, requestId: 'r-1' };

let database: Database;
let db: Db;
beforeAll(async () => {
  database = await bareDatabase();
  ({ db } = database);
  const folder = mkdtempSync(join(tmpdir(), 'spaces-'));
  const file = join(folder, 'backup.gz');
  writeFileSync(file, gzipSync(readFileSync(backup)));
  await restoreBackup(db, file);
  rmSync(folder, { recursive: true });
});
afterAll(() => database.close());

const rowsOf = async (query: string) => (await sql.raw<Record<string, unknown>>(query).execute(db)).rows;
const setsWith = async (q: string) =>
  (JSON.parse(await changeSetsJson(db, { q }, { limit: 50, cursor: undefined })) as ChangeSets).changeSets;

describe('An upgrade replaces other spaces by ordinary spaces', () => {
  test('in titles, codes and comments, and nowhere else', async () => {
    expect(await rowsOf('select title, title8, comments from school order by school_code')).toEqual([
      { title: 'School of the Arts', title8: 'A B', comments: 'First line\nsecond line' },
      { title: 'Plainest', title8: null, comments: 'zero\u200bwidth\ufeff stays' },
    ]);
    // Two equal titles are legal: a confirmed warning allows them, too.
    expect(await rowsOf('select title7, title from department')).toEqual([
      { title7: 'A B', title: 'Twin name' },
      { title7: 'A B', title: 'Twin name' },
    ]);
    expect(
      await rowsOf('select title7, title20, title_long, hegis_code, comments from major where major_key = 1'),
    ).toEqual([
      {
        title7: 'C S',
        title20: 'Computer Science',
        titleLong: 'Computer and information',
        hegisCode: '1 2',
        comments: 'x y',
      },
    ]);
  });

  test('in award types, also if two of them become equal, and in the degrees that use them', async () => {
    expect(
      await rowsOf(
        'select degree_short, degree_code, title, program_cred_level from award_type order by degree_short',
      ),
    ).toEqual([
      { degreeShort: 'B S', degreeCode: 'B S', title: 'Bachelor of Science', programCredLevel: null },
      { degreeShort: 'BA', degreeCode: 'BA', title: 'Bachelor of Arts', programCredLevel: '03' },
      { degreeShort: 'M. A.', degreeCode: 'MA', title: 'Master of Arts, too', programCredLevel: null },
      { degreeShort: 'Ph D', degreeCode: 'PHD', title: 'Unused, too', programCredLevel: null },
    ]);
    expect(
      await rowsOf(
        'select degree_awarded, degree_title_rc, degree_title_abbr, degree_comments from degree order by degree_key',
      ),
    ).toEqual([
      {
        degreeAwarded: 'B S',
        degreeTitleRc: 'Computer Science',
        degreeTitleAbbr: 'Comp Sci',
        degreeComments: 'a b',
      },
      { degreeAwarded: 'M. A.', degreeTitleRc: 'Art', degreeTitleAbbr: null, degreeComments: null },
      { degreeAwarded: 'BA', degreeTitleRc: 'Plain', degreeTitleAbbr: null, degreeComments: null },
    ]);
  });

  test('in the other lookups and the names of users', async () => {
    expect(
      await rowsOf(
        "select term_letter_year as label, answer ->> 'termLetterYear' as answer from term order by 1",
      ),
    ).toMatchObject([
      { label: 'F 25', answer: 'F 25' },
      { label: 'F 25', answer: 'F 25' },
      { label: expect.any(String) },
    ]);
    expect(await rowsOf("select title from cip_code where code = '11.0701'")).toEqual([
      { title: 'Computer Science' },
    ]);
    expect(await rowsOf("select first_name, last_name from app_user where uci_net_id = 'kim'")).toEqual([
      { firstName: 'Kim Lee', lastName: 'de la Cruz' },
    ]);
  });

  test('as one change set; rows keep their users and times, and other rows their versions', async () => {
    const [set] = (JSON.parse(await changeSetsJson(db, {}, { limit: 1, cursor: undefined })) as ChangeSets)
      .changeSets;
    expect(set).toMatchObject({ origin: 'migration', actor: null, created: 0, updated: 5, deleted: 0 });
    expect(
      await rowsOf(
        "select version, last_modified_by, last_modified < now() - interval '1 minute' as is_old from major order by major_key",
      ),
    ).toEqual([
      { version: 2, lastModifiedBy: 'registrar', isOld: true },
      { version: 1, lastModifiedBy: 'registrar', isOld: true },
    ]);
    expect(await faultsOfLog(db)).toEqual([]);
  });
});

describe('An earlier change set', () => {
  test('is found by a text with ordinary spaces', async () => {
    expect((await setsWith('typed in')).map(({ reason }) => reason)).toEqual(['Typed\u00a0in']);
    expect((await setsWith('plain again')).map(({ origin }) => origin)).toEqual(['form']);
  });

  test('is restored with ordinary spaces by an undo', async () => {
    const [deletion] = await setsWith('To be deleted');
    await undoRequest(db, robin, deletion?.id ?? '', 'UTC');
    expect(await rowsOf('select degree_awarded, degree_title_rc from degree where degree_key = 4')).toEqual([
      { degreeAwarded: 'B S', degreeTitleRc: 'To be deleted' },
    ]);
    const [renaming] = await setsWith('Plainest');
    await undoRequest(db, robin, renaming?.id ?? '', 'UTC');
    expect(await rowsOf("select title from school where school_code = '02'")).toEqual([
      { title: 'Plain again' },
    ]);
    expect(await faultsOfLog(db)).toEqual([]);
  });
});

test('a file of a lookup may have any spaces', async () => {
  const file = await writeLookup(db, 'award-types');
  expect(await replaceLookup(db, 'award-types', file.replaceAll(' ', '\u00a0'))).toMatchObject({
    added: 0,
    changed: 0,
    removed: 0,
  });
  await expect(replaceLookup(db, 'award-types', `${file}Ph\u2003D,PHD,Again,\n`)).rejects.toThrow(
    'Row 5: Ph D is in row 4 already.',
  );
});
