import {
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { reportFilter } from '../../../contract/report.ts';
import { createReport, reportJson } from '../../../server/api/report/assembly.ts';
import { type Manifest, readBackup, sumOf } from '../../../server/db/backup/backupFormat.ts';
import { restoreBackup } from '../../../server/db/backup/restoreBackup.ts';
import { writeBackup } from '../../../server/db/backup/writeBackup.ts';
import { changeLogHead } from '../../../server/db/changeLog.ts';
import { change } from '../../../server/db/changeTransaction.ts';
import type { Database } from '../../../server/db/database.ts';
import { type Schema, schema } from '../../../server/db/migrate.ts';
import type { Db } from '../../../server/db/tables.ts';
import { faultsOfLog } from '../../../server/db/verifyDatabase.ts';
import { StartupError } from '../../../server/runtime/startupError.ts';
import { build } from '../../support/build.ts';
import { bareDatabase, testDatabase } from '../../support/database.ts';

const robin = { uciNetId: 'robin', actingAs: null, requestId: 'r-1', reason: 'Said “why”\u2028twice' };

let folder: string;
let file: string;
let source: Database;
let target: Database;
beforeAll(async () => {
  source = await testDatabase({ sample: true });
});
afterAll(() => source.close());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'backup-'));
  file = join(folder, 'backup.gz');
});
afterEach(() => rmSync(folder, { recursive: true }));

const save = (db: Db, statement: string, actor: Parameters<typeof change>[1] = { ...robin, reason: null }) =>
  change(db, actor, (trx) => sql.raw(statement).execute(trx));

/** The checksums of all tables, and the head of the log, from a backup of a database. */
async function stateOf(database: Database): Promise<unknown> {
  const name = join(folder, `state-${readdirSync(folder).length}`);
  await writeBackup(database, name, build);
  const { manifest, totals } = await readBackup(name, {
    start: async () => {},
    rows: async () => {},
  });
  return { head: manifest.head, sequences: manifest.sequences, tables: totals.tables };
}

/** The file's lines of JSON, changed. */
function rewrite(change: (lines: string[]) => string[]): void {
  const lines = gunzipSync(readFileSync(file)).toString().split('\n').slice(0, -1);
  writeFileSync(file, gzipSync(`${change(lines).join('\n')}\n`));
}

const tablesIn = async (db: Db) =>
  (await sql`select from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`.execute(db))
    .rows.length;

describe('A backup', { timeout: 120_000 }, () => {
  beforeEach(async () => {
    target = await bareDatabase();
  });
  afterEach(() => target.close());

  test('restores exactly the saved data, history and users', async () => {
    await save(
      source.db,
      "insert into department (title7, title, active) values ('ÅNGSTR', 'Ångström “x” \\ /', true)",
    );
    await save(source.db, "update major set comments = e'one\\ntwo', sort_code = 7 where major_key < 20");
    await save(source.db, 'delete from school_major where major_key = 1; update school set year_end = 2030');
    await sql`insert into app_user (uci_net_id, first_name, groups) values ('Robin', 'Robin', '["one", "two"]')`.execute(
      source.db,
    );
    await sql`insert into session (id_hash, uci_net_id, id_token) values ('hash', 'Robin', 'a token')`.execute(
      source.db,
    );
    const saved = await stateOf(source);
    await writeBackup(source, file, build);
    expect(await restoreBackup(target.db, file)).toMatchObject({ head: await changeLogHead(source.db) });
    expect(await stateOf(target)).toEqual(saved);
    expect(await faultsOfLog(target.db)).toEqual([]);
  });

  test('restores the catalog as known at each time', async () => {
    const runReport = async ({ db }: Database, at: string) =>
      reportJson(await createReport(db)(reportFilter.schema.parse({}), { at }))
        .map((piece) => piece())
        .join('');
    await save(source.db, `update school set title = 'Renamed'`);
    await save(source.db, `delete from school_major where school_code = '00'`);
    await writeBackup(source, file, build);
    await restoreBackup(target.db, file);
    const { rows } = await sql<{ at: string }>`
      select derived.iso(at) as at from change_set order by number desc limit 3`.execute(source.db);
    expect(rows).toHaveLength(3);
    for (const { at } of rows) expect(await runReport(target, at)).toBe(await runReport(source, at));
    expect(await faultsOfLog(target.db)).toEqual([]);
  });

  test('leaves out the sessions, so that none that has ended is revived', async () => {
    await sql`insert into app_user (uci_net_id) values ('sam')`.execute(source.db);
    await sql`insert into session (id_hash, uci_net_id, id_token) values ('other', 'sam', 'another token')`.execute(
      source.db,
    );
    await writeBackup(source, file, build);
    expect(gunzipSync(readFileSync(file)).toString()).not.toContain('another token');
    await restoreBackup(target.db, file);
    expect(await target.db.selectFrom('session').selectAll().execute()).toEqual([]);
  });

  test('is followed by the next keys, versions and change sets', async () => {
    const insert =
      "insert into department (title7, title, active) values ('NEW', 'New', true) returning dept_key";
    await save(source.db, insert);
    await save(source.db, "delete from department where title7 = 'NEW'");
    await writeBackup(source, file, build);
    await restoreBackup(target.db, file);
    const [there, here] = [await save(source.db, insert), await save(target.db, insert)];
    expect(here.rows).toEqual(there.rows);
    await save(target.db, "update school set title = 'Later' where school_code = '00'");
    expect(await faultsOfLog(target.db)).toEqual([]);
    const sets = target.db
      .selectFrom('changeSet')
      .select(['number', 'actor'])
      .orderBy('number', 'desc')
      .limit(1);
    expect(await sets.executeTakeFirst()).toEqual({
      number: Number((await changeLogHead(target.db))?.split(':')[0]),
      actor: 'robin',
    });
  });

  test('invalidates cached responses from after the backup', async () => {
    await writeBackup(source, file, build);
    await save(source.db, "update school set title = 'Lost' where school_code = '00'");
    const versionIn = async (db: Db) =>
      (
        await db
          .selectFrom('listVersion')
          .select('version')
          .where('kind', '=', 'school')
          .executeTakeFirstOrThrow()
      ).version;
    await restoreBackup(target.db, file);
    await save(target.db, "update school set title = 'Other' where school_code = '00'");
    expect(await versionIn(target.db)).toBeGreaterThan(await versionIn(source.db));
  });

  test('of a database in use is a consistent snapshot', async () => {
    const state = { saving: true };
    const writer = (async () => {
      for (let count = 1; state.saving; count += 1)
        await save(source.db, `update major set sort_code = ${count} where major_key in (1, 2)`);
    })();
    await writeBackup(source, file, build);
    state.saving = false;
    await writer;
    const { head } = await restoreBackup(target.db, file);
    expect(await changeLogHead(target.db)).toBe(head);
    expect(await faultsOfLog(target.db)).toEqual([]);
  });

  test('with a table that the owner of the database added is restored without it', async () => {
    await sql`
      create table major_copy as select * from major;
      create table nothing ();
      create table one (id integer primary key, other integer);
      create table other (id integer primary key, one integer references one);
      alter table one add foreign key (other) references other;
    `.execute(source.db);
    await writeBackup(source, file, build);
    await sql`drop table one cascade; drop table major_copy, nothing, other`.execute(source.db);
    const { unknownTables } = await restoreBackup(target.db, file);
    expect(unknownTables.toSorted()).toEqual(['major_copy', 'nothing', 'one', 'other']);
    expect(await stateOf(target)).toEqual(await stateOf(source));
  });

  test('never takes the place of a file that came to be in the meantime', async () => {
    const written = writeBackup(source, file, build);
    writeFileSync(file, 'Mine');
    await expect(written).rejects.toThrow(`${file} already exists: name another file.`);
    expect(readFileSync(file, 'utf8')).toBe('Mine');
    expect(readdirSync(folder)).toEqual(['backup.gz']);
  });

  test('never takes the place of a link that leads nowhere', async () => {
    symlinkSync(join(folder, 'none'), file);
    await expect(writeBackup(source, file, build)).rejects.toThrow(
      `${file} already exists: name another file.`,
    );
    expect(readlinkSync(file)).toBe(join(folder, 'none'));
  });

  test('is readable only by its owner', async () => {
    await writeBackup(source, file, build);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test('of an older program is migrated, its data too', async () => {
    await writeBackup(source, file, build);
    const added = {
      '9001_note': 'alter table major add column short_note text',
      '9002_note.data': 'update major set short_note = title20 where major_key <= 3',
    };
    const migrations = Object.entries(added).map(([name, text]) => {
      writeFileSync(join(folder, `${name}.sql`), text);
      return pathToFileURL(join(folder, `${name}.sql`));
    });
    const later: Schema = {
      ...schema,
      step: schema.step + 1,
      migrations: [...schema.migrations, ...migrations],
    };
    await restoreBackup(target.db, file, later);
    const { rows } =
      await sql`select short_note = title20 as is_filled from major where major_key <= 3`.execute(target.db);
    expect(rows).toEqual([{ isFilled: true }, { isFilled: true }, { isFilled: true }]);
    expect(await faultsOfLog(target.db)).toEqual([]);
    // The result can be backed up and restored again, but not by the older program.
    await writeBackup(target, join(folder, 'later'), build);
    const other = await bareDatabase();
    await expect(restoreBackup(other.db, join(folder, 'later'))).rejects.toThrow(
      'was made by a newer version',
    );
    await restoreBackup(other.db, join(folder, 'later'), later);
    expect(await faultsOfLog(other.db)).toEqual([]);
    await other.close();
  });
});

/** A consistent forgery of the file: changed rows with matching counts and checksums. */
function forge(change: (manifest: Manifest, rows: Map<string, string[]>) => void): void {
  rewrite(([first = '', ...lines]) => {
    const manifest = JSON.parse(first) as Manifest;
    let from = 0;
    const rows = new Map(
      manifest.tables.map(({ name, rows: count }) => {
        from += count;
        return [name, lines.slice(from - count, from)];
      }),
    );
    change(manifest, rows);
    for (const table of manifest.tables) table.rows = rows.get(table.name)?.length ?? 0;
    const head = JSON.stringify(manifest);
    const tables = Object.fromEntries(
      manifest.tables.map(({ name }) => [name, sumOf(...(rows.get(name) ?? []))]),
    );
    const all = manifest.tables.flatMap(({ name }) => rows.get(name) ?? []);
    return [head, ...all, JSON.stringify({ manifest: sumOf(head), tables })];
  });
}

describe('A restore rejects, and leaves the database empty,', { timeout: 120_000 }, () => {
  // No test changes them, so one of each is enough.
  let whole: string;
  beforeAll(async () => {
    target = await bareDatabase();
    whole = join(mkdtempSync(join(tmpdir(), 'whole-')), 'backup.gz');
    await writeBackup(source, whole, build);
  });
  afterAll(async () => {
    rmSync(dirname(whole), { recursive: true });
    await target.close();
  });
  beforeEach(() => copyFileSync(whole, file));

  const manifestWith = (changed: (manifest: Manifest) => Partial<Manifest>) => () =>
    rewrite(([first = '', ...rest]) => {
      const manifest = JSON.parse(first) as Manifest;
      return [JSON.stringify({ ...manifest, ...changed(manifest) }), ...rest];
    });
  const bytes = (cut: (whole: Buffer) => Buffer) => () => writeFileSync(file, cut(readFileSync(file)));

  test.for([
    ['a file of another kind', () => writeFileSync(file, 'PGDMP…'), 'is not a backup of this application'],
    ['an empty file', () => writeFileSync(file, ''), 'is damaged: its end is missing'],
    [
      'other lines in a gzip file',
      () => writeFileSync(file, gzipSync('{"a":1}\n')),
      'is not a backup of this application',
    ],
    [
      'a file that is cut off',
      bytes((whole) => whole.subarray(0, whole.length / 2)),
      'is damaged: its end is missing',
    ],
    [
      'a file without its last byte',
      bytes((whole) => whole.subarray(0, -1)),
      'is damaged: its end is missing',
    ],
    [
      'a file with a changed byte',
      bytes((whole) => {
        const at = Math.floor(whole.length / 2);
        whole.writeUInt8((whole.readUInt8(at) + 1) % 256, at);
        return whole;
      }),
      'is damaged',
    ],
    [
      'another title in a row',
      () => rewrite((lines) => lines.map((line) => line.replace(/"title20":"./, '"title20":"X'))),
      'is damaged: its checksums do not match',
    ],
    ['a missing row', () => rewrite((lines) => lines.toSpliced(-2, 1)), 'is damaged'],
    ['a row too many', () => rewrite((lines) => lines.toSpliced(-2, 0, lines.at(-2) ?? '')), 'is damaged'],
    ['missing checksums', () => rewrite((lines) => lines.slice(0, -1)), 'is damaged: its end is missing'],
    ['a row that is not JSON', () => rewrite((lines) => lines.with(lines.length - 2, '{')), 'is damaged'],
    [
      'a newer format',
      manifestWith(() => ({ formatVersion: 99 })),
      `was made by a newer version, 1.4.0 (step ${schema.step}, commit 4f2a9c1): restore it with that version.`,
    ],
    [
      'a newer step',
      manifestWith((manifest) => ({ schema: { ...manifest.schema, step: schema.step + 1 } })),
      `was made by a newer version, 1.4.0 (step ${schema.step + 1}, commit 4f2a9c1)`,
    ],
    [
      'an unknown migration',
      manifestWith((manifest) => ({
        schema: { ...manifest.schema, migrations: [...manifest.schema.migrations, '9999_x'] },
      })),
      'was made by a newer version',
    ],
    [
      'an unknown column',
      manifestWith((manifest) => ({
        tables: manifest.tables.map((table) => ({ ...table, columns: [...table.columns, 'color'] })),
      })),
      `that this program does not know: color. Restore it with the version that made it, 1.4.0 (step ${schema.step}, commit 4f2a9c1).`,
    ],
    ['another manifest', manifestWith(() => ({ head: '1:00' })), 'is damaged: its checksums do not match'],
    [
      'a session without a sign-in',
      () =>
        forge((manifest, rows) => {
          manifest.tables.push({ name: 'session', columns: ['id_hash', 'uci_net_id'], rows: 1 });
          rows.set('session', [JSON.stringify({ id_hash: 'x', uci_net_id: 'admin' })]);
        }),
      'is damaged: it does not hold the tables of a backup',
    ],
    [
      'a missing table, and a duplicate table',
      () => forge((manifest) => manifest.tables.splice(0, 1, structuredClone(manifest.tables[1]) as never)),
      'is damaged: it does not hold the tables of a backup',
    ],
    [
      'a column that is missing',
      () => forge(({ tables }) => void tables.find(({ name }) => name === 'app_user')?.columns.pop()),
      'is damaged: app_user lacks ',
    ],
    [
      'a set that was never sealed',
      () =>
        forge((manifest, rows) => {
          const sets = rows.get('change_set') ?? [];
          const last = JSON.parse(sets.at(-1) ?? '') as { number: number };
          rows.set('change_set', [...sets.slice(0, -1), JSON.stringify({ ...last, hash: null })]);
          const before = JSON.parse(sets.at(-2) ?? '') as { number: number; hash: string };
          manifest.head = `${before.number}:${before.hash}`;
        }),
      'is damaged: ',
    ],
    [
      'a title of a major that differs from the log',
      () =>
        forge((_, rows) => {
          const [first = '', ...others] = rows.get('major') ?? [];
          rows.set('major', [JSON.stringify({ ...JSON.parse(first), title20: 'Forged' }), ...others]);
        }),
      /is damaged: major \d+ differs from the log\. Use another backup\.$/,
    ],
    [
      'one change set fewer than its head',
      () =>
        forge((_, rows) => {
          const sets = rows.get('change_set') ?? [];
          const { number } = JSON.parse(sets.at(-1) ?? '') as { number: number };
          rows.set('change_set', sets.slice(0, -1));
          const isKept = (line: string) => (JSON.parse(line) as { set_number: number }).set_number !== number;
          rows.set('change_entry', (rows.get('change_entry') ?? []).filter(isKept));
        }),
      'is damaged: its change log does not end as its manifest says',
    ],
    [
      'two rows in one line',
      () =>
        forge((_, rows) => {
          const line = '{"uci_net_id":"mallory","groups":[]},{"uci_net_id":"eve","groups":[]}';
          rows.set('app_user', [line]);
        }),
      'is damaged: it has a line that is not one row',
    ],
    [
      'a line that never ends',
      () => writeFileSync(file, gzipSync(Buffer.alloc(200_000_000, 'x'))),
      'is damaged: it has a line that is longer than any row',
    ],
  ] as const)('%s', async ([, damage, why]) => {
    damage();
    const outcome = restoreBackup(target.db, file);
    await expect(outcome).rejects.toThrow(StartupError);
    await expect(outcome).rejects.toThrow(`${file} `);
    await expect(outcome).rejects.toThrow(why);
    expect(await tablesIn(target.db)).toBe(0);
  });

  test('a database that is not empty, and does not change it', async () => {
    const before = await stateOf(source);
    await expect(restoreBackup(source.db, file)).rejects.toThrow('This database already has tables');
    expect(await stateOf(source)).toEqual(before);
  });
});

// The last test: each backup after it would be larger.
test('A backup of a change set that is larger than a read batch is complete', {
  timeout: 120_000,
}, async () => {
  await save(
    source.db,
    `insert into department (title7, title, active) select 'D' || n, 'Department ' || n, true from generate_series(1, 4500) n`,
  );
  const saved = await stateOf(source);
  await writeBackup(source, file, build);
  const other = await bareDatabase();
  await restoreBackup(other.db, file);
  expect(await stateOf(other)).toEqual(saved);
  await other.close();
});
