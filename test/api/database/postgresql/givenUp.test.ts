import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, connect as dial, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import type { ChangeSet } from '../../../../contract/history.ts';
import type { ApplyForm } from '../../../../contract/proposals.ts';
import type { View } from '../../../../contract/views.ts';
import { mappingsJson, saveMapping } from '../../../../server/api/importMappings/savedMappings.ts';
import { apply } from '../../../../server/api/proposals/apply.ts';
import {
  createView,
  editView,
  removeView,
  setDefault,
  viewsJson,
} from '../../../../server/api/views/storedViews.ts';
import { readWaivers, waive } from '../../../../server/catalog/quality/waivers.ts';
import { evaluateEntries, save } from '../../../../server/cli/importing/saveImport.ts';
import { change } from '../../../../server/db/changeTransaction.ts';
import { connect } from '../../../../server/db/connect.ts';
import type { Database } from '../../../../server/db/database.ts';
import { replaceLookup, writeLookup } from '../../../../server/db/lookupTables.ts';
import { schema } from '../../../../server/db/migrate.ts';
import type { Db } from '../../../../server/db/tables.ts';
import { OutcomeUnknown } from '../../../../server/errors.ts';
import { Deadline } from '../../../../server/runtime/deadline.ts';
import { limits } from '../../../../server/runtime/limits.ts';
import { testDatabase } from '../../../support/database.ts';
import { aSchoolRow } from '../../../support/factories.ts';
import { ownEnvironment } from '../../../support/ownEnvironment.ts';

const robin = { uciNetId: 'registrar', actingAs: null, requestId: 'the request' };
const school = aSchoolRow('A1');

let database: Database;
beforeEach(async () => {
  database = await testDatabase();
});
afterEach(() => database.close());

const running = async () => {
  const { rows } = await sql<{ query: string }>`
    select query from pg_stat_activity
    where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()`.execute(database.db);
  return rows.map(({ query }) => query);
};

test('an aborted statement is canceled, and its transaction ends', async () => {
  const { db } = database;
  const deadline = new Deadline(300);
  const work = deadline.run(() =>
    change(db, robin, async (trx) => {
      await trx.insertInto('school').values(school).execute();
      await sql`select pg_sleep(20)`.execute(trx);
    }),
  );
  await expect(deadline.race(work)).rejects.toMatchObject({ status: 503, why: 'statement' });
  await expect.poll(running, { timeout: 10_000 }).toEqual([]);
  await expect(work).rejects.toThrow();
  // The lock is free and the pool complete.
  await change(db, robin, (trx) => trx.insertInto('school').values(school).execute());
  await Promise.all(Array.from({ length: 8 }, () => sql`select pg_sleep(0.1)`.execute(db)));
});

test('a transaction past its deadline is not committed, even if all its work was done', async () => {
  const { db } = database;
  const deadline = new Deadline(200);
  const work = deadline.run(() =>
    change(db, robin, async (trx) => {
      await trx.insertInto('school').values(school).execute();
      await new Promise((resolve) => setTimeout(resolve, 400));
    }),
  );
  await expect(work).rejects.toMatchObject({ status: 503, why: 'time' });
  expect(await db.selectFrom('school').selectAll().execute()).toEqual([]);
});

/** A connection that the database refuses with a code, as it is sent to a client. */
function refusal(code: string): Buffer {
  const fields = Buffer.from(`SFATAL\0C${code}\0Mrefused\0\0`);
  const length = Buffer.alloc(4);
  length.writeInt32BE(length.length + fields.length);
  return Buffer.concat([Buffer.from('E'), length, fields]);
}

/**
 * A proxy to the database that loses the first commit after a statement with the text `of`: it closes the connection instead
 * of passing on the commit ('before') or its response ('after'). The first connection after that is refused with the code
 * `refusedWith`, if there is one.
 */
async function lossyWay(
  when: 'before' | 'after',
  { of = '', refusedWith }: { of?: string; refusedWith?: string | undefined } = {},
): Promise<{ url: string; server: Server }> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(database.db);
  const templates = inject('templates');
  if (templates.engine !== 'PostgreSQL') throw new Error('PostgreSQL only');
  const cluster = new URL(templates.cluster);
  let [isSeen, lost, isRefused] = [false, false, refusedWith === undefined];
  const server = createServer((client) => {
    if (lost && !isRefused) {
      isRefused = true;
      client.on('error', () => {}).once('data', () => client.end(refusal(refusedWith ?? '')));
      return;
    }
    const upstream = dial(Number(cluster.port), cluster.hostname);
    client.on('error', () => {}).on('close', () => upstream.destroy());
    upstream.on('error', () => {}).on('close', () => client.destroy());
    upstream.on('data', (part) => client.write(part));
    client.on('data', (part) => {
      isSeen ||= part.includes(of);
      if (lost || !isSeen || !part.includes('commit\0')) return void upstream.write(part);
      lost = true;
      if (when === 'before') return void client.destroy();
      upstream.removeAllListeners('data').once('data', () => client.destroy());
      return void upstream.write(part);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return { url: `postgres://${cluster.username}@127.0.0.1:${port}/${rows[0]?.name}`, server };
}

/** The result of some work on a connection that loses its first commit. */
async function outcomeOf(
  when: 'before' | 'after',
  work: (db: Db) => Promise<unknown>,
  refusedWith?: string,
): Promise<string> {
  const { url, server } = await lossyWay(when, { refusedWith });
  const lossy = await connect({ kind: 'postgres', url, poolSize: 2 });
  const outcome = await work(lossy.db).then(
    () => 'saved',
    (error) => (error instanceof OutcomeUnknown ? 'unknown' : 'refused'),
  );
  await lossy.close();
  server.close();
  return outcome;
}

test.for([
  ['before', 'refused', 0],
  ['after', 'saved', 1],
] as const)(
  'a commit whose connection breaks %s it is done is reported with its real outcome',
  async ([when, outcome, stored]) => {
    const add = (db: Db) => change(db, robin, (trx) => trx.insertInto('school').values(school).execute());
    expect(await outcomeOf(when, add)).toBe(outcome);
    const there = await database.db.selectFrom('school').selectAll().execute();
    expect(there).toHaveLength(stored);
  },
);

// Invalid password, unknown database, and a wait that takes too long, as for the lock of the next writer.
test.for(['28P01', '3D000', '57014'])(
  'a lost commit is looked up again if the first lookup fails with %s',
  async (code) => {
    const add = (db: Db) => change(db, robin, (trx) => trx.insertInto('school').values(school).execute());
    expect(await outcomeOf('after', add, code)).toBe('saved');
  },
);

test('a lost commit whose lookup fails for good is of unknown outcome', async () => {
  const add = (db: Db) => change(db, robin, (trx) => trx.insertInto('school').values(school).execute());
  expect(await outcomeOf('after', add, '42501')).toBe('unknown');
});

describe('A lost commit does not count as saved because of an earlier save', () => {
  beforeEach(async () => {
    await sql`insert into app_user (uci_net_id) values ('registrar') on conflict do nothing`.execute(
      database.db,
    );
  });

  const titles = async () =>
    (await database.db.selectFrom('school').select('title').execute()).map(({ title }) => title);
  const rename = (title: string) => (db: Db) =>
    change(db, robin, (trx) => trx.updateTable('school').set({ title }).execute());

  test('with the same request ID', async () => {
    await change(database.db, robin, (trx) => trx.insertInto('school').values(school).execute());
    expect(await outcomeOf('before', rename('Lost'))).toBe('refused');
    expect(await outcomeOf('after', rename('Saved'))).toBe('saved');
    expect(await titles()).toEqual(['Saved']);
  });

  test('of the same lookup', async () => {
    const before = await writeLookup(database.db, 'terms');
    const replace = (line: string) => (db: Db) => replaceLookup(db, 'terms', `${before}${line}\n`);
    await replace('209903,W2099')(database.db);
    expect(await outcomeOf('before', replace('209914,S2099'))).toBe('refused');
    expect(await writeLookup(database.db, 'terms')).toBe(`${before}209903,W2099\n`);
    expect(await outcomeOf('after', replace('209914,S2099'))).toBe('saved');
    expect(await writeLookup(database.db, 'terms')).toBe(`${before}209914,S2099\n`);
  });

  test('of the same column mapping, which the log does not record', async () => {
    const save = (kind: string) => (db: Db) =>
      saveMapping(db, robin, { headers: ['Code'], kind, columns: {} });
    const kinds = async () =>
      (JSON.parse(await mappingsJson(database.db)) as { kind: string }[]).map(({ kind }) => kind);
    await save('major')(database.db);
    expect(await outcomeOf('before', save('degree'))).toBe('refused');
    expect(await kinds()).toEqual(['major']);
    expect(await outcomeOf('after', save('school'))).toBe('saved');
    expect(await kinds()).toEqual(['school']);
  });

  test('of a view, which the log does not record', async () => {
    const reader = { user: robin, permissions: new Set<never>() };
    const saver = { actor: robin, reader };
    const views = async () => JSON.parse(await viewsJson(database.db, reader)) as View[];
    const values = { screen: 'report', name: 'Art', query: '', isShared: false };
    const add = (db: Db) => createView(db, saver, values);
    expect(await outcomeOf('before', add)).toBe('refused');
    expect(await outcomeOf('after', add)).toBe('saved');
    const id = (await views())[0]?.id ?? '';
    const rename = (name: string, version: number) => (db: Db) =>
      editView(db, saver, id, { ...values, name, version });
    expect(await outcomeOf('before', rename('Lost', 1))).toBe('refused');
    expect(await outcomeOf('after', rename('Saved', 1))).toBe('saved');
    expect(await views()).toMatchObject([{ name: 'Saved', version: 2, isDefault: false }]);
    const choose = (db: Db) => setDefault(db, saver, id, true);
    expect(await outcomeOf('before', choose)).toBe('refused');
    expect(await outcomeOf('after', choose)).toBe('saved');
    expect(await views()).toMatchObject([{ isDefault: true }]);
    const remove = (db: Db) => removeView(db, saver, id);
    expect(await outcomeOf('before', remove)).toBe('refused');
    expect(await outcomeOf('after', remove)).toBe('saved');
    expect(await views()).toEqual([]);
  });

  test('of a waiver, which the log does not record', async () => {
    const notes = async () =>
      [...((await readWaivers(database.db)).get('titles')?.values() ?? [])].map(({ note }) => note);
    const waived = (note: string) => (db: Db) =>
      waive(db, robin, { rule: 'titles', fingerprint: 'one', note });
    await waived('First')(database.db);
    expect(await outcomeOf('before', waived('Lost'))).toBe('refused');
    expect(await notes()).toEqual(['First']);
    expect(await outcomeOf('after', waived('Saved'))).toBe('saved');
    expect(await notes()).toEqual(['Saved']);
  });

  test('of the same file', async () => {
    const importing = (title: string) => async (db: Db) => {
      const row = { kind: 'school', ref: { schoolCode: 'A1' }, values: { title } };
      const evaluated = await evaluateEntries(db, [{ from: [], number: 1, row }] as never);
      await save(db, evaluated, { title: 'schools.csv', reason: null }, limits.longWork);
    };
    await importing('First')(database.db);
    expect(await outcomeOf('before', importing('Lost'))).toBe('refused');
    expect(await outcomeOf('after', importing('Saved'))).toBe('saved');
    expect(await titles()).toEqual(['Saved']);
  });
});

test.for(['before', 'after'] as const)(
  'a proposal that is sent again after its commit was lost %s it completed is saved once',
  async (when) => {
    const rows = [{ kind: 'school', ref: {}, values: { schoolCode: 'A1', title: 'New' } }];
    const proposal = { id: randomUUID(), origin: 'import', title: 'New', reason: null, rows } as ApplyForm;
    const send = (db: Db) => apply(db, robin, proposal, () => {});
    await outcomeOf(when, send);
    const { id } = JSON.parse(await send(database.db)) as ChangeSet;
    const sets = database.db.selectFrom('changeSet').select('id').where('origin', '=', 'import');
    expect(await sets.execute()).toEqual([{ id }]);
  },
);

test.for(['before', 'after'] as const)(
  'a command whose commit is lost %s it completes reports that, and has the same result when it runs again',
  async (when) => {
    const { url, server } = await lossyWay(when, { of: 'update "cip_code"' });
    const direct = new URL(url);
    direct.port = new URL((inject('templates') as { cluster: string }).cluster).port;
    const folder = mkdtempSync(join(tmpdir(), 'lookups-'));
    const file = join(folder, 'cip-codes.csv');
    const csv = `code,title\n01.0000,Agriculture\n`;
    writeFileSync(file, csv);
    const run = async (address: string) => {
      const command = spawn(process.execPath, ['server/cli/lookups.ts', 'cip-codes', file], {
        env: { ...ownEnvironment(), DATABASE_URL: address },
      });
      const [out, errors, [status]] = await Promise.all([
        text(command.stdout),
        text(command.stderr),
        once(command, 'close'),
      ]);
      // It first names the database.
      const [name, ...lines] = errors.split('\n');
      expect(name).toMatch(
        new RegExp(`^PostgreSQL \\S+ at 127\\.0\\.0\\.1:\\d+, schema step ${schema.step}$`),
      );
      return { status, out, errors: lines.join('\n') };
    };
    expect(await run(url)).toEqual({
      status: 1,
      out: '',
      errors:
        'The connection to the database was lost. Run this again: if it changes anything, that may be saved already.\n',
    });
    const changes = when === 'before' ? '0 added, 1 changed, 2172 removed' : '0 added, 0 changed, 0 removed';
    expect(await run(direct.href)).toEqual({
      status: 0,
      out: `1 rows: ${changes}.\n`,
      errors: '',
    });
    expect(await writeLookup(database.db, 'cip-codes')).toBe(csv);
    server.close();
    rmSync(folder, { recursive: true });
  },
);

test('each run of a command has its own request ID', async () => {
  const { db } = database;
  const csv = await writeLookup(db, 'terms');
  await replaceLookup(db, 'terms', `${csv}209903,W2099\n`);
  await replaceLookup(db, 'terms', csv);
  const sets = await db.selectFrom('changeSet').select('requestId').where('origin', '=', 'command').execute();
  expect(new Set(sets.map(({ requestId }) => requestId)).size).toBe(2);
});
