import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../scripts/ports.mjs';
import { migrate, schema } from '../../server/db/migrate.ts';
import { smallDisk } from '../chaos/support/disk.ts';
import { openDirectly } from '../support/openDatabase.ts';
import { ownEnvironment } from '../support/ownEnvironment.ts';
import { start } from '../support/serverProcess.ts';

// `npm run doctor` on an embedded database. test/api/database/postgresql/doctor.test.ts has its other checks.

const folder = mkdtempSync(join(tmpdir(), 'doctor-'));
const place = { DATA_DIR: join(folder, 'data') };
beforeAll(async () => {
  const { db, close } = await openDirectly(place);
  await migrate(db);
  await close();
});
afterAll(() => rmSync(folder, { recursive: true }));

async function diagnose(settings: NodeJS.ProcessEnv = {}) {
  const PORT = String(await freePort());
  const { status, stdout, stderr } = spawnSync(process.execPath, ['server/cli/doctor.ts'], {
    encoding: 'utf8',
    env: { ...ownEnvironment(), PORT, ...place, ...settings },
  });
  return { status, stdout, stderr };
}

test('The database of a stopped server is checked, and what a trial does not have is not wrong', async () => {
  const { status, stdout, stderr } = await diagnose();
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toContain('ok: The embedded database responds, and its settings are right.\n');
  expect(stdout).toContain(`ok: The schema is that of this program, step ${schema.step}.\n`);
  expect(stdout).toContain(
    'not checked: The provider, because OIDC_ISSUER is not set: users sign in to the demonstration.\n',
  );
  expect(stdout).toMatch(new RegExp(`^ok: The disk of ${place.DATA_DIR} has \\d+ GB free\\.$`, 'm'));
});

test('The database of a running server is not opened, and the server is checked', async () => {
  const product = await start(place);
  const { status, stdout, stderr } = await diagnose({ PORT: String(product.port) });
  await product.stop();
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toContain(
    'not checked: The database and its schema, because its server is running: see its /readyz, or stop it first.\n',
  );
  expect(stdout).toContain(`ok: ${product.origin}/mdsd/healthz responds.\n`);
});

const disk = smallDisk(50);
afterAll(() => disk?.remove());

test.skipIf(!disk)('A disk with little space is wrong', async () => {
  const BACKUP_DIR = join(String(disk?.path), 'backups');
  mkdirSync(BACKUP_DIR);
  const { status, stderr } = await diagnose({ BACKUP_DIR });
  expect(status).toBe(1);
  expect(stderr).toMatch(
    new RegExp(`^wrong: The disk of ${BACKUP_DIR} has only \\d\\d MB free: make room on it\\.$`, 'm'),
  );
});
