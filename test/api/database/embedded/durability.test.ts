import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { connect } from '../../../../server/db/connect.ts';
import { migrate } from '../../../../server/db/migrate.ts';
import { loadSample } from '../../../../server/db/sampleData.ts';
import { StartupError } from '../../../../server/runtime/startupError.ts';

const minutes = 300_000;
// More rounds find rarer moments: set KILL_ROUNDS=200. The chaos test of crashes has many of them, with the whole server.
const rounds = Number(process.env.KILL_ROUNDS ?? 2);

let directory: string;
let child: ChildProcess | undefined;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'durability-'));
});
afterEach(async () => {
  await killed();
  rmSync(directory, { recursive: true, force: true });
});

/** Starts the writer of test/support. `lines` holds its output so far. */
function startWriter(...args: (string | number)[]): { lines: string[]; syncLog: string } {
  const syncLog = join(directory, 'syncs');
  writeFileSync(syncLog, '');
  const counting = ['--import', new URL('../../../support/countSyncs.ts', import.meta.url).href];
  const started = spawn(
    process.execPath,
    [...counting, 'test/support/writer.ts', directory, ...args.map(String)],
    {
      env: { ...process.env, SYNC_LOG: syncLog },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  child = started;
  const lines: string[] = [];
  let rest = '';
  started.stdout.on('data', (part: Buffer) => {
    const parts = (rest + part).split('\n');
    rest = parts.pop() ?? '';
    lines.push(...parts);
  });
  return { lines, syncLog };
}

async function killed(): Promise<void> {
  if (child?.exitCode === null && child.signalCode === null) {
    child.kill('SIGKILL');
    await once(child, 'close');
  }
}

const ended = async () => expect(await once(child as ChildProcess, 'close')).toEqual([0, null]);

/** Opens the folder that a killed process left, as the server does, and returns the stored degrees with their schools. */
async function written(): Promise<{ title: string; schoolCode: string | null }[]> {
  const { db, close } = await connect({ kind: 'embedded', directory });
  try {
    await migrate(db);
    await loadSample(db);
    expect(await db.selectFrom('schoolMajor').selectAll().execute()).toHaveLength(500);
    return await db
      .selectFrom('degree')
      .leftJoin('schoolDegree', 'schoolDegree.degreeKey', 'degree.degreeKey')
      .select(['degreeTitleRc as title', 'schoolCode'])
      .where('degreeTitleRc', 'like', 'Written %')
      .orderBy('degree.degreeKey')
      .execute();
  } finally {
    await close();
  }
}

describe('a process that is killed', () => {
  test(
    'during its first start leaves a folder that the next start completes',
    async () => {
      for (let round = 0; round < Math.ceil(rounds / 2); round += 1) {
        rmSync(directory, { recursive: true });
        directory = mkdtempSync(join(tmpdir(), 'durability-'));
        const { lines } = startWriter(0, 0);
        // Anywhere from before the folder is touched until after the sample is loaded.
        const moment = 300 + Math.random() * 6000;
        for (let waited = 0; waited < moment && !lines.includes('started'); waited += 20) await pause(20);
        await killed();
        expect(await written(), `killed after ${Math.round(moment)} ms`).toEqual([]);
      }
    },
    rounds * minutes,
  );

  test(
    'while writing loses no acknowledged save and leaves nothing half done',
    async () => {
      let saved: string[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const { lines } = startWriter(round * 100_000);
        // In every second round its first save may be interrupted. In the other rounds it has saved at least once.
        const before = round % 2 === 0 ? 4 : 1;
        await expect.poll(() => lines.length, { timeout: minutes }).toBeGreaterThanOrEqual(before);
        await pause(Math.random() * 600);
        await killed();
        saved = [...saved, ...lines.filter((line) => line !== 'started').map((line) => `Written ${line}`)];
        const found = await written();
        const titles = found.map(({ title }) => title);
        expect(titles).toEqual(expect.arrayContaining(saved));
        // At most one unacknowledged degree per round: the one being saved when the process was killed.
        expect(titles.length - saved.length).toBeLessThanOrEqual(round + 1);
        expect(found.filter(({ schoolCode }) => schoolCode === null)).toEqual([]);
      }
      expect(saved.length).toBeGreaterThan(rounds);
    },
    rounds * minutes,
  );
});

test(
  'every save reaches the disk before it is acknowledged',
  async ({ annotate }) => {
    startWriter(0, 0);
    await ended();
    const syncsOf = async (writes: number) => {
      const { syncLog } = startWriter(writes * 1000, writes * 1000 + writes);
      await ended();
      return statSync(syncLog).size;
    };
    const without = await syncsOf(0);
    const withFifty = await syncsOf(50);
    await annotate(`${without} syncs for a start and a stop, ${withFifty - without} more for 50 saves`);
    expect(withFifty - without).toBeGreaterThanOrEqual(50);
  },
  minutes,
);

test('the write-ahead log stays small after any number of writes, and has reserved space on a full disk', async () => {
  const { db, close } = await connect({ kind: 'embedded', directory });
  try {
    await migrate(db);
    const segments: number[] = [];
    for (let change = 0; change < 20; change += 1) {
      await db.transaction().execute(async (trx) => {
        await sql`create table many as select repeat(md5(n::text), 10) from generate_series(1, 10000) n`.execute(
          trx,
        );
        await sql`drop table many`.execute(trx);
      });
      segments.push(readdirSync(join(directory, 'database/pg_wal')).filter(isSegment).length);
    }
    const { rows } = await sql<{
      now: string;
    }>`select pg_walfile_name(pg_current_wal_insert_lsn()) as now`.execute(db);
    const unused = readdirSync(join(directory, 'database/pg_wal')).filter(
      (name) => isSegment(name) && name > (rows[0]?.now ?? ''),
    );
    expect(Math.max(...segments)).toBeLessThanOrEqual(24);
    expect(unused.length).toBeGreaterThanOrEqual(4);
  } finally {
    await close();
  }
});

/** Whether a file of the write-ahead log is one of its segments, of 1 MB each. */
const isSegment = (name: string) => /^[0-9A-F]{24}$/.test(name);

describe('a data folder', () => {
  test(
    'belongs to one process at a time, and is free as soon as that process is killed',
    async () => {
      const { lines } = startWriter(0);
      const hasSaved = () => lines.length > 1;
      await expect.poll(hasSaved, { timeout: minutes }).toBe(true);
      const second = connect({ kind: 'embedded', directory });
      await expect(second).rejects.toThrow(StartupError);
      await expect(second).rejects.toThrow(
        `The data folder ${directory} is in use by process ${child?.pid}: stop that process, or set DATA_DIR to another folder.`,
      );
      await killed();
      expect((await written()).length).toBeGreaterThan(0);
    },
    minutes,
  );

  test.runIf(process.platform !== 'win32')(
    'protects its database from other users of the machine, also a database from an older version without protection',
    async () => {
      const database = join(directory, 'database');
      const modeOnceOpened = async () => {
        const { close } = await connect({ kind: 'embedded', directory });
        await close();
        return statSync(database).mode & 0o777;
      };
      expect(await modeOnceOpened()).toBe(0o700);
      chmodSync(database, 0o755);
      expect(await modeOnceOpened()).toBe(0o700);
    },
  );

  test('that cannot be a folder stops the start with a message', async () => {
    writeFileSync(join(directory, 'file'), '');
    const refused = connect({ kind: 'embedded', directory: join(directory, 'file', 'data') });
    await expect(refused).rejects.toThrow(StartupError);
    await expect(refused).rejects.toThrow(/^The data folder .* cannot be written to \(ENOTDIR\): /);
  });

  test.runIf(process.platform === 'linux')(
    'that cannot be created stops the start instead of retrying forever',
    async () => {
      const refused = connect({ kind: 'embedded', directory: '/proc/nothing/data' });
      await expect(refused).rejects.toThrow(/^The data folder .* cannot be written to \(ENOENT\): /);
    },
  );

  test(
    'that contains other files stops the start with a message, and is released',
    async () => {
      const something = join(directory, 'database');
      writeFileSync(something, 'not a database', { mode: 0o644 });
      const open = () => connect({ kind: 'embedded', directory });
      await expect(open()).rejects.toThrow(StartupError);
      await expect(open()).rejects.toThrow(/^The database in .* cannot be opened/);
      expect(statSync(something).mode & 0o777).toBe(0o644);
    },
    minutes,
  );
});
