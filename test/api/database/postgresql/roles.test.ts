import { spawnSync } from 'node:child_process';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { change } from '../../../../server/db/changes.ts';
import { connect, type Database } from '../../../../server/db/connect.ts';
import { migrate } from '../../../../server/db/migrate.ts';
import { loadSample } from '../../../../server/db/sample.ts';
import { drop } from '../../../support/cluster.ts';
import type { Templates } from '../../../support/templates.ts';

// The two roles of deploy/roles.sql: the owner brings the schema up to date, the application does the rest.

const { cluster } = inject('templates') as Extract<Templates, { cluster: string }>;
const urlOf = (role: string) => {
  const url = new URL(cluster);
  Object.assign(url, { username: role, password: 'secret', pathname: '/major_degree' });
  return url.href;
};
const roles = ['major_degree', 'major_degree_owner'];
const psql = (...given: string[]) =>
  spawnSync('psql', ['-X', '-v', 'ON_ERROR_STOP=1', ...given, cluster], { encoding: 'utf8' });

let application: Database;
beforeAll(async () => {
  const made = psql('-v', 'owner_password=secret', '-v', 'password=secret', '-f', 'deploy/roles.sql');
  expect(made).toMatchObject({ status: 0 });
  application = await connect({ kind: 'postgres', url: urlOf('major_degree'), poolSize: 2 });
});
afterAll(async () => {
  await application.close();
  await drop(cluster, ['major_degree']);
  for (const role of roles) psql('-c', `drop role ${role}`);
});

test('before the owner has brought the schema up to date, a start says who must', async () => {
  await expect(migrate(application.db)).rejects.toThrow('npm run upgrade');
});

test('afterwards the application starts, fills in the sample and makes changes', async () => {
  const owner = await connect({ kind: 'postgres', url: urlOf('major_degree_owner'), poolSize: 1 });
  await migrate(owner.db);
  await owner.close();
  await migrate(application.db);
  expect(await loadSample(application.db)).toBe(true);
  const actor = { uciNetId: 'registrar', actingAs: null, requestId: 'test' };
  const saved = await change(application.db, actor, (trx) =>
    sql`update school set title = 'Saved' where school_code = '00'`.execute(trx),
  );
  expect(saved.numAffectedRows).toBe(1n);
});

test.for([
  'drop table school',
  'truncate change_log',
  'truncate school cascade',
  'alter table school disable trigger all',
  'alter table change_log disable trigger all',
  "set session_replication_role = 'replica'",
  'create table mine ()',
  'drop function stamp() cascade',
])('the application may not %s', async (statement) => {
  await expect(sql.raw(statement).execute(application.db)).rejects.toMatchObject({ code: '42501' });
});

test.for(['update change_log set actor = null', 'delete from change_log'])(
  'nor is it let to %s',
  async (statement) => {
    await expect(sql.raw(statement).execute(application.db)).rejects.toThrow();
  },
);
