import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ChangeSets } from '../../../contract/history.ts';
import { changeSetsJson } from '../../../server/api/history/changeSets.ts';
import { undoRequest } from '../../../server/api/history/undoRequest.ts';
import { editLookup, removeLookup } from '../../../server/catalog/lookupCommands.ts';
import { lookupListJson } from '../../../server/catalog/lookupJson.ts';
import { restoreBackup } from '../../../server/db/backup/restoreBackup.ts';
import { writeBackup } from '../../../server/db/backup/writeBackup.ts';
import { change } from '../../../server/db/changeTransaction.ts';
import type { Database } from '../../../server/db/database.ts';
import { replaceLookup, writeLookup } from '../../../server/db/lookupTables.ts';
import type { Db } from '../../../server/db/tables.ts';
import { faultsOfLog } from '../../../server/db/verifyDatabase.ts';
import { build } from '../../support/build.ts';
import { bareDatabase } from '../../support/database.ts';

// A database of schema step 12, whose terms and award types had no versions. The program of that step wrote the backup. It has
// a label of more than six characters, two equal labels, changes by files and by hand, and a set of a term and a school.
const backup = new URL('step12.backup.jsonl', import.meta.url);

const robin = { uciNetId: 'registrar', actingAs: null, requestId: 'r-1' };

let folder: string;
let database: Database;
let db: Db;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'step12-'));
  database = await bareDatabase();
  ({ db } = database);
  const file = join(folder, 'backup.gz');
  writeFileSync(file, gzipSync(readFileSync(backup)));
  await restoreBackup(db, file);
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

const rowsOf = async (query: string) => (await sql.raw<Record<string, unknown>>(query).execute(db)).rows;
const sets = async (filter = {}) =>
  (JSON.parse(await changeSetsJson(db, filter, { limit: 50, cursor: undefined })) as ChangeSets).changeSets;

describe('An upgrade from a step without versions', () => {
  test('gives each term and award type a version, and the time and user of its last change', async () => {
    expect(
      await rowsOf(`
        select term_yyyyst as key, term_letter_year as label, version, last_modified_by as by, last_modified = (
          select max(at) from change_entry join change_set on number = set_number
          where kind = 'term' and first_key = term_yyyyst and title is distinct from '0014_lookup_versions.data'
        ) as is_of_log
        from term order by 1`),
    ).toEqual([
      { key: '202592', label: 'F25', version: 1, by: 'migration', isOfLog: true },
      { key: '202603', label: 'Winter 2026', version: 1, by: 'postgres', isOfLog: true },
      { key: '202614', label: 'S26', version: 1, by: 'migration', isOfLog: true },
      { key: '2026S1', label: 'S26', version: 1, by: 'postgres', isOfLog: true },
      { key: '203192', label: 'F31!', version: 1, by: 'postgres', isOfLog: true },
    ]);
    expect(await rowsOf('select distinct version, last_modified_by as by from award_type')).toEqual([
      { version: 1, by: 'migration' },
    ]);
    expect(JSON.parse(await lookupListJson(db, 'term'))).toMatchObject([
      { termYyyyst: '203192', version: 1, isUsed: false },
      {},
      {},
      { termYyyyst: '202603', isUsed: true },
      {},
    ]);
  });

  test('leaves a log, known states and definitions without faults', async () => {
    expect(await faultsOfLog(db)).toEqual([]);
  });

  test('shows no change of lookups that was not shown before', async () => {
    expect((await sets()).map(({ origin, entries }) => [origin, ...entries.map(({ kind }) => kind)])).toEqual(
      [
        ['command', 'school'],
        ['form', 'degree'],
        ['form', 'department'],
        ['form', 'school'],
      ],
    );
    expect(await sets({ kind: 'term' })).toEqual([]);
    expect(await sets({ q: 'F31' })).toEqual([]);
  });

  test('keeps the labels, and an import of what was printed changes nothing', async () => {
    const file = await writeLookup(db, 'terms');
    expect(await replaceLookup(db, 'terms', file)).toMatchObject({ added: 0, changed: 0, removed: 0 });
    for (const [line, message] of [
      ['203292,Fall 32', 'The label Fall 32 has more than 6 characters: nothing was changed.'],
      ['203292,S26', 'Two terms would have the label S26: nothing was changed.'],
    ] as const)
      await expect(replaceLookup(db, 'terms', `${file}${line}\n`)).rejects.toThrow(message);
    // The key of a term is corrected: its label moves to another row.
    const moved = file.replace('203192,', '2031F2,');
    expect(await replaceLookup(db, 'terms', moved)).toMatchObject({ added: 1, changed: 0, removed: 1 });
    const [set] = await sets({ kind: 'term' });
    expect(set).toMatchObject({ title: 'Lookup: terms', created: 1, deleted: 1 });
    await undoRequest(db, { ...robin, requestId: 'back' }, set?.id ?? '', 'UTC');
    expect(await writeLookup(db, 'terms')).toBe(file);
  });
});

describe('After that upgrade', () => {
  test('a term with an old label is edited and deleted, and both are undone', async () => {
    const label = (termLetterYear: string) => ({ termYyyyst: '202603', termLetterYear, version: null });
    const save = (requestId: string, work: Parameters<typeof change<void>>[2]) =>
      change(db, { ...robin, requestId }, work);
    await save('edit', (trx) => editLookup(trx, 'term', label('W26')));
    await save('delete', (trx) => removeLookup(trx, 'term', '2026S1'));
    const idOf = async (requestId: string) => (await sets({ requestId }))[0]?.id ?? '';
    await undoRequest(db, { ...robin, requestId: 'u-1' }, await idOf('edit'), 'UTC');
    expect(await rowsOf("select term_letter_year as label from term where term_yyyyst = '202603'")).toEqual([
      { label: 'Winter 2026' },
    ]);
    // Its label is that of another term, which the tables no longer accept.
    await expect(
      undoRequest(db, { ...robin, requestId: 'u-2' }, await idOf('delete'), 'UTC'),
    ).rejects.toMatchObject({
      errors: [{ code: 'UNDO_CONFLICT', message: expect.stringContaining('given to the term 202614') }],
    });
  });

  test('a set of an earlier step with a term and a school is undone as a whole', async () => {
    const [set] = await sets({ kind: 'school', action: 'updated' });
    expect(set).toMatchObject({ updated: 1, entryCount: 1 });
    await undoRequest(db, { ...robin, requestId: 'u-3' }, set?.id ?? '', 'UTC');
    expect(
      await rowsOf(`select title as text from school where school_code = '76'
        union all select term_letter_year from term where term_yyyyst = '203192' order by 1`),
    ).toEqual([{ text: 'Education' }, { text: 'F31' }]);
    expect((await sets({ requestId: 'u-3' }))[0]).toMatchObject({ origin: 'undo', updated: 2 });
  });

  test('a term that was deleted before and is created again has the first version', async () => {
    await change(db, robin, (trx) => sql`insert into term values ('202692', 'F26')`.execute(trx));
    expect(await rowsOf("select version from term where term_yyyyst = '202692'")).toEqual([{ version: 1 }]);
  });

  test('a backup restores into the same terms, award types and log', async () => {
    const file = join(folder, 'again.gz');
    await writeBackup(database, file, build);
    const other = await bareDatabase();
    await restoreBackup(other.db, file);
    const all = (of: Db) => sql`select to_jsonb(t) as row from term t order by term_yyyyst`.execute(of);
    expect((await all(other.db)).rows).toEqual((await all(db)).rows);
    expect(await faultsOfLog(other.db)).toEqual([]);
    await other.close();
  });

  test('nothing is wrong with the log', async () => {
    expect(await faultsOfLog(db)).toEqual([]);
  });
});
