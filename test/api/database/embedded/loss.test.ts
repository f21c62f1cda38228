import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import {
  CompiledQuery,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely';
import { expect, inject, onTestFinished, test } from 'vitest';
import { change } from '../../../../server/db/changeTransaction.ts';
import { asApiError } from '../../../../server/db/databaseErrors.ts';
import { EmbeddedDriver } from '../../../../server/db/embedded/pgliteDriver.ts';
import type { Tables } from '../../../../server/db/tables.ts';
import { OutcomeUnknown } from '../../../../server/errors.ts';

const minute = 60_000;
const lost = { code: '57P02', message: expect.stringMatching(/^The embedded database has stopped: /) };

async function opened(statementLimit?: number): Promise<EmbeddedDriver> {
  const dump = inject('templates').empty;
  const driver = new EmbeddedDriver({ directory: null, dump }, statementLimit);
  await driver.init();
  return driver;
}

test(
  'a hanging statement is aborted together with the database, and waiting callers get an error',
  async () => {
    const driver = await opened(300);
    const connection = await driver.acquireConnection();
    const endless = connection.executeQuery(
      CompiledQuery.raw('select count(*) from generate_series(1, 10000000000)'),
    );
    await expect(endless).rejects.toMatchObject(lost);
    const error = await driver.gone;
    expect(error).toMatchObject(lost);
    expect(asApiError(error)).toMatchObject({ status: 503 });
    await expect(connection.executeQuery(CompiledQuery.raw('select 1'))).rejects.toMatchObject(lost);
    await driver.destroy();
  },
  minute,
);

test(
  'a change whose commit was lost with the database is in doubt immediately, since no query can find its result',
  async () => {
    const driver = await opened(300);
    const db = new Kysely<Tables>({
      dialect: {
        createAdapter: () => new PostgresAdapter(),
        createDriver: () => driver,
        createIntrospector: (on) => new PostgresIntrospector(on),
        createQueryCompiler: () => new PostgresQueryCompiler(),
      },
    });
    const actor = { uciNetId: 'registrar', actingAs: null, requestId: 'in doubt' };
    const changed = change(db, actor, async (trx) => {
      await sql`
        create table slow (id int);
        create function never_ends() returns trigger language plpgsql as 'begin loop end loop; end';
        create constraint trigger at_commit after insert on slow
          deferrable initially deferred for each row execute function never_ends();
        insert into slow values (1);
      `.execute(trx);
      return 'done';
    });
    const settled = changed.catch((error: unknown) => error);
    await driver.gone;
    const first = await Promise.race([settled, wait(2_000, 'still waiting')]);
    expect(first).toBeInstanceOf(OutcomeUnknown);
    expect((first as Error).cause).toMatchObject(lost);
  },
  minute,
);

test(
  'a database that is closed is not lost',
  async () => {
    const driver = await opened();
    await driver.destroy();
    expect(await Promise.race([driver.gone, Promise.resolve('closed')])).toBe('closed');
  },
  minute,
);

test(
  'a disk failure ends the database, and pending saves fail instead of waiting',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'loss-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const failing = new URL('../../../support/failSyncs.ts', import.meta.url).href;
    const SYNCS_FAIL = join(folder, 'fail');
    const writer = spawn(
      process.execPath,
      ['--import', failing, 'test/support/writer.ts', join(folder, 'data'), '0'],
      { env: { ...process.env, SYNCS_FAIL }, stdio: ['ignore', 'pipe', 'pipe'] },
    );
    onTestFinished(() => void writer.kill('SIGKILL'));
    let stderr = '';
    writer.stderr.on('data', (part: Buffer) => (stderr += part));
    await once(writer.stdout, 'data');
    writeFileSync(SYNCS_FAIL, '');
    expect(await once(writer, 'close')).toEqual([1, null]);
    expect(stderr).toContain('The embedded database has stopped');
  },
  2 * minute,
);
