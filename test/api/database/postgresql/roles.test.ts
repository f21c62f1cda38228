import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { undoRequest } from '../../../../server/api/history/undoRequest.ts';
import { saveMapping } from '../../../../server/api/importMappings/savedMappings.ts';
import { apply } from '../../../../server/api/proposals/apply.ts';
import {
  createView,
  editView,
  removeView,
  setDefault,
  viewsJson,
} from '../../../../server/api/views/storedViews.ts';
import { change } from '../../../../server/db/changeTransaction.ts';
import { connect } from '../../../../server/db/connect.ts';
import type { Database } from '../../../../server/db/database.ts';
import { migrate, nameOf, schema, schemaStep } from '../../../../server/db/migrate.ts';
import { loadSample } from '../../../../server/db/sampleData.ts';
import { drop } from '../../../support/cluster.ts';
import { ownEnvironment } from '../../../support/ownEnvironment.ts';
import type { Templates } from '../../../support/templates.ts';

// The two roles of deploy/roles.sql: the owner migrates the schema, the application does everything else.

const { cluster } = inject('templates') as Extract<Templates, { cluster: string }>;
const second = 'major_degree_restored';
const urlOf = (role: string, database = 'major_degree') => {
  const url = new URL(cluster);
  Object.assign(url, { username: role, password: 'secret', pathname: `/${database}` });
  return url.href;
};
const roles = ['major_degree', 'major_degree_owner'];
const passwords = { OWNER_PASSWORD: 'secret', APPLICATION_PASSWORD: 'secret' };
/** Runs psql as a superuser, with these passwords in its environment. */
const psql = (given: string[], env: NodeJS.ProcessEnv = {}) =>
  spawnSync('psql', ['-X', ...given, cluster], { encoding: 'utf8', env: { ...ownEnvironment(), ...env } });
const makeRoles = (given: string[], env: NodeJS.ProcessEnv = {}) =>
  psql([...given, '-f', 'deploy/roles.sql'], env);

const actor = { uciNetId: 'registrar', actingAs: null, requestId: 'test' };

let application: Database;
beforeAll(async () => {
  for (const none of [{}, { OWNER_PASSWORD: 'secret' }, { ...passwords, APPLICATION_PASSWORD: '' }])
    expect(makeRoles([], none)).toMatchObject({
      status: 3,
      stderr: expect.stringContaining('Set OWNER_PASSWORD and APPLICATION_PASSWORD'),
    });
  expect(makeRoles([], passwords)).toMatchObject({ status: 0, stderr: '' });
  application = await connect({ kind: 'postgres', url: urlOf('major_degree'), poolSize: 2 });
});
afterAll(async () => {
  await application.close();
  await drop(cluster, ['major_degree', second]);
  for (const role of roles) psql(['-c', `drop role ${role}`]);
});

test('before the owner has upgraded the schema, a start names the role that must upgrade it', async () => {
  await expect(migrate(application.db)).rejects.toThrow('npm run upgrade');
});

test('before the upgrade, --check lists what it would do, and changes nothing', async () => {
  const { status, stdout, stderr } = command('upgrade', urlOf('major_degree_owner'), '--check');
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const { hostname, port } = new URL(cluster);
  expect(stdout.split('\n')).toEqual([
    `PostgreSQL major_degree at ${hostname}:${port}, no schema`,
    `This program has schema step ${schema.step}.`,
    ...schema.migrations.map((file) => `An upgrade would run the migration ${nameOf(file)}.`),
    'An upgrade would rebuild the functions, views and triggers.',
    '',
  ]);
  expect(await schemaStep(application.db)).toBeNull();
});

test('afterward the application starts, loads the sample and makes changes', async () => {
  const owner = await connect({ kind: 'postgres', url: urlOf('major_degree_owner'), poolSize: 1 });
  await migrate(owner.db);
  const check = () => command('upgrade', urlOf('major_degree_owner'), '--check');
  const nothing = 'The schema is up to date: an upgrade would change nothing.\n';
  expect(check()).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(new RegExp(`, schema step ${schema.step}\\n.*\\n${nothing}$`)),
  });
  await sql`drop view derived.change_log`.execute(owner.db);
  expect(check().stdout).toMatch(/\nAn upgrade would rebuild the functions, views and triggers\.\n$/);
  expect(command('upgrade', urlOf('major_degree_owner'))).toMatchObject({ status: 0, stderr: '' });
  expect(check().stdout).toContain(nothing);
  await owner.close();
  await migrate(application.db);
  expect(await loadSample(application.db)).toBe(true);
  const saved = await change(application.db, actor, (trx) =>
    sql`update school set title = 'Saved' where school_code = '00'`.execute(trx),
  );
  expect(saved.numAffectedRows).toBe(1n);
});

test('an older program that works with a newer schema leaves it as it is', async () => {
  const owner = await connect({ kind: 'postgres', url: urlOf('major_degree_owner'), poolSize: 1 });
  const newer = schema.step + 1;
  await sql`update schema_step set step = ${newer}`.execute(owner.db);
  // A definition that only the newer program knows.
  await sql`create or replace view derived.log_head as select null::text collate "C" as head`.execute(
    owner.db,
  );
  for (const option of [[], ['--check']])
    expect(command('upgrade', urlOf('major_degree_owner'), ...option)).toMatchObject({
      status: 0,
      stdout: expect.stringContaining(
        `, schema step ${newer}\nThe schema is of step ${newer}. This program, of step ${schema.step}, works with it: there is nothing to upgrade.\n`,
      ),
    });
  const { rows } = await sql`select head is null as is_newer from derived.log_head`.execute(owner.db);
  expect(rows).toEqual([{ isNewer: true }]);
  await sql`update schema_step set oldest = ${newer}`.execute(owner.db);
  expect(command('upgrade', urlOf('major_degree_owner'))).toMatchObject({
    status: 1,
    stderr: expect.stringContaining(`which programs from step ${newer} on can work with`),
  });
  await sql`update schema_step set step = ${schema.step}, oldest = ${schema.oldest}`.execute(owner.db);
  expect(command('upgrade', urlOf('major_degree_owner'))).toMatchObject({ status: 0, stderr: '' });
  await owner.close();
});

test('an upgrade names what it leaves beside the tables', async () => {
  const owner = await connect({ kind: 'postgres', url: urlOf('major_degree_owner'), poolSize: 1 });
  const upgrade = () => command('upgrade', urlOf('major_degree_owner'));
  await sql`create view majors_by_school as select 1 as one`.execute(owner.db);
  expect(upgrade()).toMatchObject({
    status: 0,
    stderr:
      'majors_by_school is not a table\nAn upgrade does not change these: correct them with SQL, as the owner of the tables.\n',
  });
  expect(upgrade().stdout).not.toContain('differ from those of this program');
  expect(command('upgrade', urlOf('major_degree_owner'), '--check').stdout).not.toContain('would rebuild');
  await sql`drop view majors_by_school`.execute(owner.db);
  expect(upgrade()).toMatchObject({ status: 0, stderr: '' });
  await owner.close();
});

test('an upgrade does not drop a view that uses those of this program', async () => {
  const owner = await connect({ kind: 'postgres', url: urlOf('major_degree_owner'), poolSize: 1 });
  const upgrade = () => command('upgrade', urlOf('major_degree_owner'));
  await sql`create view recent_changes as select * from derived.change_log`.execute(owner.db);
  const leaves = { status: 0, stderr: expect.stringMatching(/^recent_changes is not a table\n/) };
  expect(upgrade()).toMatchObject(leaves);
  await sql`drop view derived.log_head`.execute(owner.db);
  expect(upgrade()).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('create them again after the upgrade: public.recent_changes.'),
  });
  await sql`select from recent_changes`.execute(owner.db);
  await sql`drop view recent_changes`.execute(owner.db);
  expect(upgrade()).toMatchObject({ status: 0, stderr: '' });
  await owner.close();
});

test('upgrade --check reads a log for longer than a statement may take', async () => {
  const owner = await connect({ kind: 'postgres', url: urlOf('major_degree_owner'), poolSize: 1 });
  await sql`
    alter view derived.state_faults rename to quick_state_faults;
    create view derived.state_faults as
      select * from derived.quick_state_faults where (select pg_sleep(6))::text is not null
  `.execute(owner.db);
  expect(command('upgrade', urlOf('major_degree_owner'), '--check')).toMatchObject({ status: 0, stderr: '' });
  expect(command('upgrade', urlOf('major_degree_owner'))).toMatchObject({ status: 0, stderr: '' });
  await owner.close();
});

test('the application undoes a change', async () => {
  const newest = application.db.selectFrom('changeSet').select('id').orderBy('number', 'desc').limit(1);
  const { id } = await newest.executeTakeFirstOrThrow();
  const undone = await undoRequest(application.db, { ...actor, requestId: 'undo' }, id, 'UTC');
  expect(JSON.parse(undone)).toMatchObject({ origin: 'undo', undoes: id, updated: 1 });
});

test('the application applies a proposal, once', async () => {
  const row = { kind: 'school', ref: { schoolCode: 'ZZ' }, values: { title: 'Proposed' } };
  const proposal = { id: randomUUID(), origin: 'bulk', title: null, reason: null, rows: [row] };
  const send = () => apply(application.db, { ...actor, requestId: 'apply' }, proposal, () => {});
  const response = await send();
  expect(JSON.parse(response)).toMatchObject({ origin: 'bulk', created: 1 });
  expect(await send()).toBe(response);
});

test('the application saves a column mapping of an import, and so raises a counter that it may not write', async () => {
  const counter = async () =>
    (
      await application.db
        .selectFrom('listVersion')
        .select('version')
        .where('kind', '=', 'importMapping')
        .executeTakeFirstOrThrow()
    ).version;
  const before = await counter();
  const mapping = { headers: ['Code'], kind: 'major', columns: { Code: 'majorCode' } };
  expect(JSON.parse(await saveMapping(application.db, actor, mapping))).toMatchObject(mapping);
  expect(await counter()).toBeGreaterThan(before);
});

test('the application saves, changes, chooses and deletes a view', async () => {
  const saver = { actor, reader: { user: actor, permissions: new Set<never>() } };
  await sql`insert into app_user (uci_net_id) values ('registrar') on conflict do nothing`.execute(
    application.db,
  );
  const values = { screen: 'report', name: 'Art', query: '', isShared: false };
  const { id } = JSON.parse(await createView(application.db, saver, values)) as { id: string };
  await setDefault(application.db, saver, id, true);
  const changed = await editView(application.db, saver, id, { ...values, name: 'Music', version: 1 });
  expect(JSON.parse(changed)).toMatchObject({ name: 'Music', isDefault: true });
  await removeView(application.db, saver, id);
  expect(JSON.parse(await viewsJson(application.db, saver.reader))).toEqual([]);
});

const command = (name: string, url: string, ...given: string[]) =>
  spawnSync(process.execPath, [`server/cli/${name}.ts`, ...given], {
    env: { ...ownEnvironment(), DATABASE_URL: url },
    encoding: 'utf8',
  });

test('the time limits of the application hold for every client of its role', async () => {
  const { rows } = await sql`
    select name, setting, source from pg_settings where source = 'database user' order by name`.execute(
    application.db,
  );
  expect(rows).toMatchObject([{ name: 'client_connection_check_interval', setting: '500' }]);
  const client = new Client({ connectionString: urlOf('major_degree') });
  await client.connect();
  const shown = await client.query('show statement_timeout');
  expect(shown.rows).toEqual([{ statement_timeout: '4500ms' }]);
  await client.end();
});

test('the application backs up, and the owner restores into a second database, where the application works', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'backup-'));
  const file = join(folder, 'backup');
  expect(command('backup', urlOf('major_degree'), file)).toMatchObject({
    status: 0,
    stdout: expect.stringContaining(`Backed up everything to ${file}`),
  });
  expect(command('backup', urlOf('major_degree'), '/proc/backup')).toMatchObject({
    status: 1,
    stderr: '/proc/backup cannot be written (ENOENT): name a file in another folder.\n',
  });
  expect(makeRoles(['-v', `database=${second}`])).toMatchObject({ status: 0 });
  expect(command('restore', urlOf('major_degree', second), file)).toMatchObject({
    status: 1,
    stderr:
      'This role may not create tables: restore with the DATABASE_URL of the role that owns the database.\n',
  });
  expect(command('restore', urlOf('major_degree_owner', second), file)).toMatchObject({ status: 0 });
  rmSync(folder, { recursive: true });

  const restored = await connect({ kind: 'postgres', url: urlOf('major_degree', second), poolSize: 2 });
  await migrate(restored.db);
  await change(restored.db, actor, (trx) =>
    sql`insert into department (title7, title, active) values ('NEW', 'New', true)`.execute(trx),
  );
  expect(command('verify', urlOf('major_degree_owner', second))).toMatchObject({ status: 0, stderr: '' });
  // Its rights are limited as in the first database.
  const refused = { code: '42501' };
  await expect(sql`delete from change_set`.execute(restored.db)).rejects.toMatchObject(refused);
  await expect(sql`delete from list_version`.execute(restored.db)).rejects.toMatchObject(refused);
  await expect(sql`select derived.current_set()`.execute(restored.db)).rejects.toMatchObject(refused);
  await restored.close();
}, 120_000);

test('files are imported by the application’s role, which the log names', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'import-'));
  const file = join(folder, 'schools.csv');
  writeFileSync(file, 'Code,Title\r\nZI,Imported\r\n');
  expect(command('import', urlOf('major_degree'), 'school', file, '--reason', 'Moved in')).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('Saved as one change set: schools.csv.'),
  });
  const set = sql`select actor, origin, title, reason, created from change_set order by number desc limit 1`;
  const { rows } = await set.execute(application.db);
  expect(rows).toEqual([
    { actor: 'major_degree', origin: 'import', title: 'schools.csv', reason: 'Moved in', created: 1 },
  ]);
  rmSync(folder, { recursive: true });
}, 120_000);

test('lookups are replaced by files, and the log names the role', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lookups-'));
  const file = join(folder, 'cip.csv');
  const terms = join(folder, 'terms.csv');
  cpSync('server/db/sample/terms.csv', terms);
  appendFileSync(terms, '203192,F31\n');
  writeFileSync(file, '\ufeffcode,title\r\n11.0701,Computer Science\r\n');
  expect(command('lookups', urlOf('major_degree'), 'terms', terms)).toMatchObject({
    status: 0,
    stdout: '431 rows: 1 added, 0 changed, 0 removed.\n',
  });
  const set = sql`select actor, origin, title, created from change_set order by number desc limit 1`;
  expect((await set.execute(application.db)).rows).toEqual([
    { actor: 'major_degree', origin: 'command', title: 'Lookup: terms', created: 1 },
  ]);
  expect(command('lookups', urlOf('major_degree_owner'), 'cip-codes', file).stdout).toMatch(
    /^1 rows: 0 added, 0 changed, [0-9]+ removed\.\nNot in the file, but in use and kept: /,
  );
  expect(command('lookups', urlOf('major_degree'), 'terms').stdout).toBe(readFileSync(terms, 'utf8'));
  expect(command('lookups', urlOf('major_degree_owner'), 'colors', file)).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/^There is no lookup colors: /),
  });
  rmSync(folder, { recursive: true });
}, 120_000);

test('the import command uses file names as kinds, and exits with 1 if it rejects anything', () => {
  const folder = mkdtempSync(join(tmpdir(), 'import-'));
  const file = join(folder, 'schools.csv');
  const run = (...given: string[]) => command('import', urlOf('major_degree'), ...given);
  writeFileSync(file, 'School Code,Title\r\n0F,Another\r\n7,Lost a zero\r\n');
  expect(run('Schools', file)).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('Nothing was saved'),
  });
  expect(readFileSync(`${file}.refused.csv`, 'utf8')).toContain('7,Lost a zero,');
  expect(run('school', file, '--only-good')).toMatchObject({ status: 0, stderr: '' });
  writeFileSync(file, 'School Code,Title\r\n0F,Another\r\n');
  expect(run('school', file)).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('There is nothing to change.'),
  });
  for (const given of [[], ['school'], ['colors', file], ['school', file, '--fast']])
    expect(run(...given)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('npm run import -- --help explains it.'),
    });
  rmSync(folder, { recursive: true });
}, 120_000);

test.for([
  'drop table school',
  'truncate change_set, change_entry',
  'truncate school cascade',
  'alter table school disable trigger all',
  'alter table change_set disable trigger all',
  "set session_replication_role = 'replica'",
  'set role major_degree_owner',
  'create table mine ()',
  'create function derived.mine() returns integer language sql return 1',
  'create or replace function derived.current_set() returns change_set language sql as $$ select from change_set $$',
  'drop function derived.stamp_update() cascade',
  'drop schema derived cascade',
  'select derived.current_set()',
  'select derived.name_operator()',
  // Written only by triggers.
  "insert into change_set select 9999, 'x', now(), null, 'nobody', null, 'form', null, null, null, 1, 0, 0, 0, 'x'",
  "insert into change_entry select 1, 9999, 'school', '00', null, 'x', 1, now(), 'nobody', null, '{}'",
  "update change_set set actor = 'nobody'",
  "update change_entry set label = 'x'",
  'delete from change_set',
  'delete from change_entry',
  "insert into person_log (at, uci_net_id) values (now(), 'nobody')",
  "update person_log set after = '[]'",
  'delete from person_log',
  'update list_version set version = 1',
  'delete from list_version',
  // Written only by the owner.
  'update schema_step set step = 99',
  'delete from schema_migration',
])('the application may not %s', async (statement) => {
  const outcome = change(application.db, actor, (trx) => sql.raw(statement).execute(trx));
  await expect(outcome).rejects.toMatchObject({ code: '42501' });
});

test.for([
  ['the time', "last_modified = '2000-01-01'"],
  ['the person', "last_modified_by = 'nobody'"],
  ['the version', 'version = 99'],
])('it cannot choose %s of a save', async ([, assignment]) => {
  await change(application.db, actor, (trx) =>
    sql.raw(`update school set ${assignment} where school_code = '00'`).execute(trx),
  );
  const stored = application.db.selectFrom('school').selectAll().where('schoolCode', '=', '00');
  const { version, lastModified, lastModifiedBy } = await stored.executeTakeFirstOrThrow();
  expect(version).toBeLessThan(99);
  expect(lastModified > '2020').toBe(true);
  expect(lastModifiedBy).toBe('registrar');
});

test.for(['migration', 'sample'] as const)('it cannot claim the origin %s for a save', async (origin) => {
  const outcome = change(application.db, { ...actor, uciNetId: null, origin }, (trx) =>
    sql`update school set title = 'No' where school_code = '00'`.execute(trx),
  );
  await expect(outcome).rejects.toMatchObject({ code: '42501' });
});

test('it cannot claim an undo for a term that does not exist and that the change set did not have', async () => {
  const { id } = await application.db
    .selectFrom('changeSet')
    .select('id')
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  for (const undoes of [id, null]) {
    const outcome = change(application.db, { ...actor, origin: 'undo', undoes }, (trx) =>
      sql`update department set start_term = '999999' where dept_key = 1`.execute(trx),
    );
    await expect(outcome).rejects.toMatchObject({ code: '23503' });
  }
});

test('it cannot write without the lock or a change set, with any settings', async () => {
  await application.db.transaction().execute(async (trx) => {
    await sql`select set_config('app.change', '{"actor": "somebody", "number": 1, "at": "2000-01-01"}', true)`.execute(
      trx,
    );
    await sql`update school set title = 'Said' where school_code = '00'`.execute(trx);
    const { rows } = await sql<{ held: number }>`
      select count(*)::int as held from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()`.execute(
      trx,
    );
    expect(rows).toEqual([{ held: 1 }]);
  });
  const newest = application.db.selectFrom('changeSet').selectAll().orderBy('number', 'desc').limit(1);
  const set = await newest.executeTakeFirstOrThrow();
  expect(set).toMatchObject({ actor: 'somebody' });
  expect(set.at > '2020').toBe(true);
});

test('changes to a user’s groups are logged, even if the application makes them', async () => {
  await sql`insert into app_user (uci_net_id, groups) values ('grace', '["one"]')`.execute(application.db);
  await sql`update app_user set groups = '["two"]' where uci_net_id = 'grace'`.execute(application.db);
  const { rows } =
    await sql`select before, after from person_log where uci_net_id = 'grace' order by id`.execute(
      application.db,
    );
  expect(rows).toEqual([
    { before: null, after: ['one'] },
    { before: ['one'], after: ['two'] },
  ]);
});

test('a second installation on the same cluster has its own database and roles, and neither reaches the other', async () => {
  const names = { database: 'other_degree', owner: 'other_owner', application: 'other' };
  const given = Object.entries(names).flatMap(([name, value]) => ['-v', `${name}=${value}`]);
  expect(makeRoles(given, { OWNER_PASSWORD: 'one', APPLICATION_PASSWORD: 'two' })).toMatchObject({
    status: 0,
    stderr: '',
  });
  try {
    expect(command('upgrade', urlOf('other_owner', 'other_degree'))).toMatchObject({ status: 0, stderr: '' });
    const other = await connect({ kind: 'postgres', url: urlOf('other', 'other_degree'), poolSize: 1 });
    expect(await loadSample(other.db)).toBe(true);
    const refused = sql`delete from change_set`.execute(other.db);
    await expect(refused).rejects.toMatchObject({ code: '42501' });
    await other.close();
    expect(command('verify', urlOf('other_owner', 'other_degree'))).toMatchObject({ status: 0, stderr: '' });
    for (const [role, database] of [
      ['other', 'major_degree'],
      ['other_owner', 'major_degree'],
      ['major_degree', 'other_degree'],
      ['major_degree_owner', 'other_degree'],
    ] as const) {
      const { status, stderr } = command('verify', urlOf(role, database));
      expect({ status, stderr }).toMatchObject({
        status: 3,
        stderr: expect.stringContaining(`permission denied for database "${database}"`),
      });
    }
  } finally {
    await drop(cluster, ['other_degree']);
    for (const role of ['other', 'other_owner']) psql(['-c', `drop role ${role}`]);
  }
}, 120_000);

test('the owner can verify the log, which is intact after all of this; the application gets an error', async () => {
  expect(command('verify', urlOf('major_degree'))).toMatchObject({
    status: 1,
    stderr:
      'This role may not make temporary functions: run npm run verify with the DATABASE_URL of the role that owns the tables.\n',
  });
  expect(command('verify', urlOf('major_degree_owner'))).toMatchObject({ status: 0, stderr: '' });
});
