import { existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { handleBackupRequests } from './backups.ts';

test('a request is handled later if the folder cannot be read for a while', async () => {
  const parent = mkdtempSync(join(tmpdir(), 'backups-'));
  const [folder, elsewhere] = [join(parent, 'data'), join(parent, 'elsewhere')];
  const name = 'backup-00000000-0000-4000-8000-000000000000';
  const backups: string[] = [];
  renameSync(mkdtempSync(join(parent, 'new-')), folder);
  handleBackupRequests(folder, async (file) => {
    backups.push(file);
  });
  renameSync(folder, elsewhere);
  // Longer than between two looks at the folder.
  await wait(600);
  writeFileSync(join(elsewhere, `${name}.wanted`), '');
  renameSync(elsewhere, folder);
  await expect.poll(() => backups, { timeout: 10_000 }).toEqual([join(folder, `${name}.gz`)]);
  expect(existsSync(join(folder, `${name}.wanted`))).toBe(false);
  rmSync(parent, { recursive: true });
});
