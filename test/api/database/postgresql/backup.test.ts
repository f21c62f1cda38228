import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer, connect as dial } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { expect, inject, test, vi } from 'vitest';
import { readBackup } from '../../../../server/db/backup/backupFormat.ts';
import { restoreBackup } from '../../../../server/db/backup/restoreBackup.ts';
import { writeBackup } from '../../../../server/db/backup/writeBackup.ts';
import type { Database } from '../../../../server/db/database.ts';
import { faultsOfLog } from '../../../../server/db/verifyDatabase.ts';
import { build } from '../../../support/build.ts';
import { bareDatabase, testDatabase } from '../../../support/database.ts';
import { ownEnvironment } from '../../../support/ownEnvironment.ts';
import type { Templates } from '../../../support/templates.ts';

vi.setConfig({ testTimeout: 60_000 });

// The way from a pilot to production, and back.

test.for([
  ['embedded', 'PostgreSQL'],
  ['PostgreSQL', 'embedded'],
] as const)(
  'a backup of %s restores into %s, and from there into the first again',
  { timeout: 240_000 },
  async ([one, other]) => {
    const folder = mkdtempSync(join(tmpdir(), 'backup-'));
    const opened: Database[] = [];
    const restored = async (engine: typeof one, file: string) => {
      const database = await bareDatabase(engine);
      opened.push(database);
      await restoreBackup(database.db, file);
      return database;
    };
    try {
      const file = (name: string) => join(folder, name);
      const source = await testDatabase({ sample: true });
      opened.push(source);
      await writeBackup(source, file('sample'), build);
      const first = await restored(one, file('sample'));
      await writeBackup(first, file('first'), build);
      const second = await restored(other, file('first'));
      await writeBackup(second, file('second'), build);
      const third = await restored(one, file('second'));
      await writeBackup(third, file('third'), build);
      const totals = await Promise.all(
        ['sample', 'first', 'second', 'third'].map(async (name) => {
          const { manifest, totals } = await readBackup(file(name), {
            start: async () => {},
            rows: async () => {},
          });
          return { head: manifest.head, sequences: manifest.sequences, tables: totals.tables };
        }),
      );
      for (const sum of totals.slice(1)) expect(sum).toEqual(totals[0]);
      for (const { db } of [first, second, third]) expect(await faultsOfLog(db)).toEqual([]);
    } finally {
      for (const database of opened) await database.close();
      rmSync(folder, { recursive: true });
    }
  },
);

test('a backup whose server goes away says so, and not that its file cannot be written', async () => {
  const cluster = new URL((inject('templates') as Extract<Templates, { cluster: string }>).cluster);
  const { db, close } = await testDatabase();
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db);
  // Goes away after the first statements, before the backup begins.
  let isLast = false;
  const proxy = createServer((client) => {
    const upstream = dial(Number(cluster.port), cluster.hostname);
    client.on('error', () => {}).on('close', () => upstream.destroy());
    upstream.on('error', () => {}).on('close', () => client.destroy());
    client.on('data', (part) => {
      isLast ||= part.includes('from schema_step');
      upstream.write(part);
    });
    upstream.on('data', (part) => {
      client.write(part);
      if (!isLast) return;
      proxy.close();
      client.end();
    });
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const { port } = proxy.address() as AddressInfo;
  const command = spawn(process.execPath, ['server/cli/backup.ts', join(tmpdir(), 'never.gz')], {
    env: {
      ...ownEnvironment(),
      DATABASE_URL: `postgres://${cluster.username}@127.0.0.1:${port}/${rows[0]?.name}`,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  expect(await text(command.stderr)).toMatch(/^The connection to the database was lost\./);
  await close();
});
