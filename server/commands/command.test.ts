import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withoutPassword } from './command.ts';

test.for([
  [
    'postgres://one:s%40cret@db:5432/name?sslmode=require',
    'postgres://one@db:5432/name?sslmode=require',
    's@cret',
  ],
  ['postgres://one:secret@a:1,b:2/name', 'postgres://one@a:1,b:2/name', 'secret'],
  ['postgres://one@db/name', 'postgres://one@db/name', ''],
  ['postgres://db:5432/name', 'postgres://db:5432/name', ''],
  ['postgres:///name?host=/run', 'postgres:///name?host=/run', ''],
] as const)('%s is passed on without its password', ([url, address, password]) => {
  expect(withoutPassword(url)).toEqual({ address, password });
});

test('verifying a missing folder does not create it', () => {
  const directory = join(tmpdir(), `no-such-folder-${process.pid}`);
  const { PATH } = process.env;
  const { status, stderr } = spawnSync(process.execPath, ['server/commands/verify.ts'], {
    encoding: 'utf8',
    env: { PATH, DATA_DIR: directory },
  });
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: `There is no ${directory}: set DATA_DIR to the data folder.\n`,
  });
  expect(existsSync(directory)).toBe(false);
});
