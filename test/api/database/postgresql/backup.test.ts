import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { readBackup } from '../../../../server/db/backup/backupFormat.ts';
import { restoreBackup } from '../../../../server/db/backup/restoreBackup.ts';
import { writeBackup } from '../../../../server/db/backup/writeBackup.ts';
import type { Database } from '../../../../server/db/database.ts';
import { faultsOfLog } from '../../../../server/db/verifyDatabase.ts';
import { build } from '../../../support/build.ts';
import { bareDatabase, testDatabase } from '../../../support/database.ts';

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
