import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ImportMapping } from '../../../contract/importMappings.ts';
import { mappingsJson, saveMapping } from '../../../server/api/importMappings/savedMappings.ts';
import { restoreBackup } from '../../../server/db/backup/restoreBackup.ts';
import { writeBackup } from '../../../server/db/backup/writeBackup.ts';
import { changeLogHead } from '../../../server/db/changeLog.ts';
import type { Database } from '../../../server/db/database.ts';
import { migrate, nameOf, schema } from '../../../server/db/migrate.ts';
import type { Db } from '../../../server/db/tables.ts';
import { faultsOfLog } from '../../../server/db/verifyDatabase.ts';
import { build } from '../../support/build.ts';
import { bareDatabase, testDatabase } from '../../support/database.ts';

// The column mappings of imports are stored beside the catalog and its log.

const actor = { uciNetId: 'registrar', actingAs: null, requestId: 'r-1' };

let database: Database;
let db: Db;
beforeEach(async () => {
  database = await testDatabase();
  ({ db } = database);
});
afterEach(() => database.close());

const save = async (headers: string[], kind = 'major') =>
  JSON.parse(await saveMapping(db, actor, { headers, kind, columns: {} })) as ImportMapping;
const listIn = async (of: Db) => JSON.parse(await mappingsJson(of)) as ImportMapping[];
const columnsOf = async () => (await listIn(db)).map(({ headers }) => headers[0]);

describe('Column mappings', () => {
  test('that many users save at once are all saved, without an error and within their limit', async () => {
    const numbers = Array.from({ length: 20 }, (_none, at) => at);
    await sql`
      insert into import_mapping select 'old ' || at, '["Old"]', 'major', '{}', now() - at * interval '1 second', 'registrar'
      from generate_series(1, 195) at`.execute(db);
    const saved = await Promise.all(numbers.map((at) => save([`New ${at}`])));
    const list = await listIn(db);
    expect(list).toHaveLength(200);
    expect(list.slice(0, 20)).toEqual(expect.arrayContaining(saved));
    const again = await Promise.all(numbers.map(() => save(['The same'])));
    expect(await listIn(db)).toHaveLength(200);
    expect(again).toContainEqual((await listIn(db))[0]);
  });

  test('that are saved after the clock was set back are not the oldest', async () => {
    await sql`
      insert into import_mapping select 'later ' || at, '["Later"]', 'major', '{}', '2100-01-01', 'registrar'
      from generate_series(1, 200) at`.execute(db);
    await save(['One']);
    await save(['Two']);
    expect((await columnsOf()).slice(0, 3)).toEqual(['Two', 'One', 'Later']);
    expect(await columnsOf()).toHaveLength(200);
  });

  test('are no part of the change log, which stays intact', async () => {
    const before = await changeLogHead(db);
    await save(['Code']);
    expect(await changeLogHead(db)).toBe(before);
    expect(await faultsOfLog(db)).toEqual([]);
  });
});

describe('A backup', { timeout: 120_000 }, () => {
  let folder: string;
  let file: string;
  let target: Database;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'mappings-'));
    file = join(folder, 'backup.gz');
    target = await bareDatabase();
  });
  afterEach(async () => {
    await target.close();
    rmSync(folder, { recursive: true });
  });

  test('contains the column mappings, and a restored one is replaced by a later one', async () => {
    const headers = ['start_term', 'Título'];
    const columns = { start_term: 'startTerm', Título: '' };
    await saveMapping(db, actor, { headers, kind: 'schoolMajor', columns });
    await save(['Code']);
    await writeBackup(database, file, build);
    await restoreBackup(target.db, file);
    expect(await listIn(target.db)).toEqual(await listIn(db));
    await saveMapping(target.db, actor, { headers: headers.toReversed(), kind: 'major', columns });
    expect(await listIn(target.db)).toMatchObject([{ kind: 'major', columns }, { headers: ['Code'] }]);
    expect(await faultsOfLog(target.db)).toEqual([]);
  });

  test('of a program without column mappings is restored, and then takes them', async () => {
    const older = await bareDatabase();
    const migrations = schema.migrations.filter((migration) => nameOf(migration) < '0009');
    await migrate(older.db, { step: 9, oldest: 1, migrations });
    await writeBackup(older, file, build);
    await older.close();
    expect(await restoreBackup(target.db, file)).toMatchObject({ schema: { step: 9 } });
    expect(await listIn(target.db)).toEqual([]);
    await saveMapping(target.db, actor, { headers: ['Code'], kind: 'major', columns: {} });
    expect(await listIn(target.db)).toHaveLength(1);
    expect(await faultsOfLog(target.db)).toEqual([]);
  });
});
