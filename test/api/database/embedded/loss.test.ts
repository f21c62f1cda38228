import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CompiledQuery } from 'kysely';
import { expect, inject, onTestFinished, test } from 'vitest';
import { EmbeddedDriver } from '../../../../server/db/embedded/driver.ts';
import { asApiError } from '../../../../server/db/errors.ts';

const minute = 60_000;
const lost = { code: '57P02', message: expect.stringMatching(/^The embedded database has stopped: /) };

async function opened(statementLimit?: number): Promise<EmbeddedDriver> {
  const dump = inject('templates').empty;
  const driver = new EmbeddedDriver({ directory: null, dump }, statementLimit);
  await driver.init();
  return driver;
}

test(
  'a statement that hangs is given up together with the database, and waiting callers get an error',
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
    let said = '';
    writer.stderr.on('data', (part: Buffer) => (said += part));
    await once(writer.stdout, 'data');
    writeFileSync(SYNCS_FAIL, '');
    expect(await once(writer, 'close')).toEqual([1, null]);
    expect(said).toContain('The embedded database has stopped');
  },
  2 * minute,
);
