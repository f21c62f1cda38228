import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../../..');
const work = `
  import { connect } from './server/db/connect.ts';
  import { migrate } from './server/db/migrate.ts';
  await import('./server/db/embedded/openPglite.ts');
  console.log('loaded');
  const { db, close } = await connect({ kind: 'embedded', directory: null });
  await migrate(db);
  await close();
  console.log('done');`;

test('compiled code of the database is never freed, because that may abort the process', () => {
  const given = ['--trace-wasm-code-gc', '--eval', work];
  const output = execFileSync(process.execPath, given, { cwd: root, encoding: 'utf8' });
  // Earlier output does not count: Node may free its loader's compiled code while no other thread is running.
  const [, afterLoad] = output.split('loaded');
  expect(afterLoad).toContain('done');
  expect(afterLoad).not.toContain('Freeing');
}, 120_000);
