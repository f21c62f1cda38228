import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { Quality } from '../../contract/quality.ts';
import { type ServerProcess, start } from '../support/serverProcess.ts';
import { signIn } from '../support/testUser.ts';

const folder = mkdtempSync(join(tmpdir(), 'trend-'));
let product: ServerProcess | undefined;
afterAll(async () => {
  await product?.kill();
  rmSync(folder, { recursive: true });
});

const RULE = 'active-but-ended';

test('a server records the trend by itself, and at a start what was saved just before the last stop', {
  timeout: 180_000,
}, async () => {
  product = await start({ DATA_DIR: folder });
  const numbers = async () => {
    const user = await signIn(product as ServerProcess, 'registrar');
    const { rules } = (await user.get('/quality')).json() as Quality;
    user.close();
    return rules.find(({ id }) => id === RULE)?.trend.map(({ open }) => open);
  };
  await expect.poll(numbers, { timeout: 60_000 }).toEqual([5]);
  const registrar = await signIn(product, 'registrar');
  const { major } = (await registrar.get('/majors/25')).json() as { major: Record<string, unknown> };
  const { majorKey: _key, lastModified: _when, majorUciNetId: _who, ...values } = major;
  const saved = await registrar.put('/majors/25?overrideWarnings=true', { ...values, active: false });
  expect(saved.status).toBe(200);
  registrar.close();
  await product.stop();
  product = await start({ DATA_DIR: folder });
  await expect.poll(numbers, { timeout: 60_000 }).toEqual([4]);
});
