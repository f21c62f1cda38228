import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test('a head that is none is no damage', () => {
  const { status, stderr } = spawnSync(process.execPath, ['server/commands/verify.ts', 'foo'], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH },
  });
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: 'foo is not a head: copy one from About or from what a backup printed.\n',
  });
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
    stderr: `There is no ${directory}: set DATA_DIR to the data folder, which the first start of the server makes.\n`,
  });
  expect(existsSync(directory)).toBe(false);
});

test.each([[], ['major'], ['planet', 'FILE'], ['major', 'FILE', 'more'], ['major', 'FILE', '--force']])(
  'an import that is not understood says how to call it: %j',
  (...given) => {
    const { PATH } = process.env;
    const { status, stderr } = spawnSync(process.execPath, ['server/commands/import.ts', ...given], {
      encoding: 'utf8',
      env: { PATH },
    });
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: expect.stringMatching(/^Name a kind and a file/),
    });
  },
);

test('an import of a missing file says so', () => {
  const { PATH } = process.env;
  const { status, stderr } = spawnSync(process.execPath, ['server/commands/import.ts', 'major', 'none.csv'], {
    encoding: 'utf8',
    env: { PATH },
  });
  expect({ status, stderr }).toEqual({ status: 1, stderr: 'There is no none.csv.\n' });
});
