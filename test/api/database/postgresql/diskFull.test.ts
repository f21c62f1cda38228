import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { smallDisk } from '../../../chaos/support/disk.ts';
import { ownCluster } from '../../../support/ownCluster.ts';
import { ownEnvironment } from '../../../support/ownEnvironment.ts';

const folder = mkdtempSync(join(tmpdir(), 'disk-full-'));
const disk = smallDisk(120);
afterAll(() => {
  disk?.remove();
  rmSync(folder, { recursive: true });
});

test.skipIf(!disk)(
  'On a full disk of the database a command says so, and that nothing was changed',
  async () => {
    if (!disk) return;
    chmodSync(disk.path, 0o777);
    const cluster = await ownCluster({ parent: disk.path });
    const file = join(folder, 'schools.csv');
    writeFileSync(file, 'Code,Title\nZZ,Tried\n');
    const runs = (name: string, ...given: string[]) =>
      spawnSync(process.execPath, [`server/cli/${name}.ts`, ...given], {
        encoding: 'utf8',
        env: { ...ownEnvironment(), DATABASE_URL: cluster.url },
      });
    expect(runs('upgrade')).toMatchObject({ status: 0 });
    disk.fill(0);
    expect(runs('import', 'school', file, '--confirm')).toMatchObject({
      status: 1,
      stderr: 'The disk of the database is full: make room there, and run this again. Nothing was changed.\n',
    });
    disk.clear();
    expect(runs('import', 'school', file, '--confirm')).toMatchObject({ status: 0 });
    cluster.stop();
  },
);
