import { spawnSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  ftruncateSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { ownEnvironment } from '../support/ownEnvironment.ts';

test('a head that is none is no damage', () => {
  const { status, stderr } = spawnSync(process.execPath, ['server/cli/verify.ts', 'foo'], {
    encoding: 'utf8',
    env: ownEnvironment(),
  });
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: 'foo is not a head: copy it from About or from the output of a backup.\n',
  });
});

test('verifying a missing folder does not create it', () => {
  const directory = join(tmpdir(), `no-such-folder-${process.pid}`);
  const { status, stderr } = spawnSync(process.execPath, ['server/cli/verify.ts'], {
    encoding: 'utf8',
    env: { ...ownEnvironment(), DATA_DIR: directory },
  });
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: `There is no ${directory}: set DATA_DIR to the data folder, which the server creates at its first start.\n`,
  });
  expect(existsSync(directory)).toBe(false);
});

test.each([[], ['major'], ['planet', 'FILE'], ['major', 'FILE', 'more'], ['major', 'FILE', '--force']])(
  'an import that is not understood says how to call it: %j',
  (...given) => {
    const { status, stderr } = spawnSync(process.execPath, ['server/cli/import.ts', ...given], {
      encoding: 'utf8',
      env: ownEnvironment(),
    });
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: expect.stringMatching(/^Name a kind and a file/),
    });
  },
);

describe('Every command', () => {
  const folder = mkdtempSync(join(tmpdir(), 'arguments-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const runs = (name: string, ...given: string[]) => {
    const command = join(process.cwd(), `server/cli/${name}.ts`);
    const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...given], {
      encoding: 'utf8',
      cwd: folder,
      env: ownEnvironment(),
    });
    return { status, stdout, stderr, made: readdirSync(folder) };
  };

  test.for(['backup', 'restore', 'import', 'lookups', 'upgrade', 'verify'])(
    '%s explains its arguments for --help, and for an option that it does not know, and does nothing',
    (name) => {
      const usage = expect.stringContaining(`npm run ${name}`);
      expect(runs(name, '--help')).toEqual({ status: 0, stdout: usage, stderr: '', made: [] });
      for (const given of [['--unknown'], ['--help=x'], ['a', 'b', 'c']])
        expect(runs(name, ...given)).toEqual({ status: 1, stdout: '', stderr: usage, made: [] });
    },
  );
});

describe('A file that is none, or would be read without an end, is refused at once with one sentence', () => {
  const folder = mkdtempSync(join(tmpdir(), 'odd-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const inFolder = (name: string) => join(folder, name);
  spawnSync('mkfifo', [inFolder('departments.csv')]);
  mkdirSync(inFolder('schools.csv'));
  const huge = openSync(inFolder('majors.csv'), 'w');
  ftruncateSync(huge, 6 * 1024 ** 3);
  closeSync(huge);
  writeFileSync(inFolder('terms\x1B[2J\nterms.csv'), 'x\n');
  writeFileSync(inFolder('long.csv'), 'x'.repeat(5_000_000));
  writeFileSync(inFolder('file'), '');
  mkdirSync(inFolder('data'));
  symlinkSync('circle.csv', inFolder('circle.csv'));

  test.each([
    [inFolder('departments.csv'), /is a pipe or a device: name a file\.$/],
    ['/dev/zero', /^\/dev\/zero is a pipe or a device: name a file\.$/],
    [inFolder('schools.csv'), /is a folder: name a file\.$/],
    [inFolder('none.csv'), /^There is no .*none\.csv\.$/],
    [inFolder('file/none.csv'), /none\.csv/],
    [inFolder('circle.csv'), /circle\.csv cannot be used \(ELOOP\): check its name and rights\.$/],
    [inFolder('n'.repeat(300)), /cannot be used \(ENAMETOOLONG\)/],
  ])(
    '%j',
    (file, sentence) => {
      for (const [command, ...given] of [['import', 'department'], ['lookups', 'terms'], ['restore']]) {
        const { status, stdout, stderr } = spawnSync(
          process.execPath,
          [`server/cli/${command}.ts`, ...given, file],
          { encoding: 'utf8', timeout: 30_000, env: { ...ownEnvironment(), DATA_DIR: inFolder('data') } },
        );
        expect({ status, stdout }, stderr).toEqual({
          status: 1,
          stdout: expect.not.stringContaining('\x1B'),
        });
        expect(stderr.trimEnd().split('\n').at(-1)).toMatch(sentence);
        expect(stderr).not.toContain('\x1B');
        expect(stderr).not.toMatch(/^ +at /m);
      }
    },
    120_000,
  );

  test('whose name would act on a terminal is printed harmless', () => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['server/cli/import.ts', 'department', inFolder('terms\x1B[2J\nterms.csv')],
      { encoding: 'utf8', env: { ...ownEnvironment(), DATA_DIR: inFolder('data') } },
    );
    expect({ status, stderr }).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('Nothing was saved'),
    });
    expect(stdout).toContain('terms␛[2J␊terms.csv: ');
    expect(stdout + stderr).not.toContain('\x1B');
  });

  test('larger than may be read', () => {
    for (const given of [
      ['import', 'major'],
      ['lookups', 'terms'],
    ]) {
      const [command, name] = given as [string, string];
      const { status, stderr } = spawnSync(
        process.execPath,
        [`server/cli/${command}.ts`, name, inFolder('majors.csv')],
        { encoding: 'utf8', env: { ...ownEnvironment(), DATA_DIR: inFolder('data') } },
      );
      expect({ status, stderr }).toEqual({
        status: 1,
        stderr: `${inFolder('majors.csv')} is larger than 20 MB: copy only what is needed to another file.\n`,
      });
    }
  });

  test('of one line of five million characters', () => {
    const { status, stderr } = spawnSync(
      process.execPath,
      ['server/cli/lookups.ts', 'terms', inFolder('long.csv')],
      { encoding: 'utf8', env: { ...ownEnvironment(), DATA_DIR: inFolder('data') } },
    );
    expect(status).toBe(1);
    expect(stderr.length).toBeLessThan(2_000);
  });
});

test('an import of a missing file says so', () => {
  const { status, stderr } = spawnSync(process.execPath, ['server/cli/import.ts', 'major', 'none.csv'], {
    encoding: 'utf8',
    env: ownEnvironment(),
  });
  expect({ status, stderr }).toEqual({ status: 1, stderr: 'There is no none.csv.\n' });
});
