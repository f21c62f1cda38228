import { spawn, spawnSync } from 'node:child_process';
import {
  closeSync,
  cpSync,
  ftruncateSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importKinds } from '../../contract/importMappings.ts';
import { commands } from '../../server/cli/commands.mjs';
import { connect } from '../../server/db/connect.ts';
import { handleBackupRequests } from '../../server/db/embedded/backups.ts';
import { lockFolder } from '../../server/db/embedded/folderLock.ts';
import { lookups } from '../../server/db/lookupTables.ts';
import { migrate, schema } from '../../server/db/migrate.ts';
import { encodings } from '../../sheets/encodings.ts';
import { ownEnvironment } from '../support/ownEnvironment.ts';

const folder = mkdtempSync(join(tmpdir(), 'commands-'));
afterAll(() => rmSync(folder, { recursive: true }));

type Name = keyof typeof commands;
const names = Object.keys(commands) as Name[];
/** The commands that open a database and end. */
const ofDatabase = names.filter((name) => 'embedded' in commands[name].options);
/** Valid arguments of each. */
const given: Partial<Record<Name, string[]>> = {
  backup: ['backup.gz'],
  restore: ['rows.csv'],
  import: ['school', 'rows.csv'],
  export: ['exported'],
  lookups: ['terms'],
};
writeFileSync(join(folder, 'rows.csv'), 'Code,Title\n');

/** Runs a command in the folder, and returns how it ended, and what the folder then contains besides. */
function runs(name: Name, args: readonly string[], settings: NodeJS.ProcessEnv = {}) {
  const program = join(process.cwd(), commands[name].program);
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    encoding: 'utf8',
    cwd: folder,
    env: { ...ownEnvironment(), ...settings },
  });
  const created = readdirSync(folder).filter((file) => file !== 'rows.csv');
  return { status, stdout, stderr, created };
}

async function createDatabase(directory: string): Promise<void> {
  const { db, close } = await connect({ kind: 'embedded', directory });
  await migrate(db);
  await close();
}

describe('Every command', () => {
  test('with a program in package.json is among them', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      scripts: Record<string, string>;
    };
    const inPackage = Object.entries(scripts).flatMap(([name, script]) =>
      /server\/|dev\.mjs/.test(script) ? [[name, script.split(' ').at(-1)]] : [],
    );
    expect(Object.fromEntries(inPackage)).toEqual(
      Object.fromEntries(names.map((name) => [name, commands[name].program])),
    );
  });

  const explained = (name: Name, args: readonly string[]) => {
    const { stdout, ...rest } = runs(name, args);
    expect(rest).toEqual({ status: 0, stderr: '', created: [] });
    expect(stdout).toMatch(new RegExp(`^npm (run )?${name}\\b`));
    for (const option of Object.keys(commands[name].options)) expect(stdout).toContain(`--${option}`);
    expect(stdout).toContain('Exits with 0 if done, 1 if failed, 2 for wrong use, 3 for wrong settings.');
  };
  const rejected = (name: Name, args: readonly string[]) =>
    expect(runs(name, args)).toEqual({
      status: 2,
      stdout: '',
      stderr: expect.stringMatching(
        new RegExp(`^(Unknown option|Option|Usage: npm).*\nnpm (run )?${name} -- --help explains it\\.\n$`),
      ),
      created: [],
    });

  test.for(names)(
    '%s explains itself for --help, rejects more arguments than it takes, and does nothing',
    (name) => {
      explained(name, ['--help']);
      rejected(name, ['a', 'b', 'c']);
    },
  );

  // All read their arguments with one function.
  test('explains itself for -h, whatever else is given', () => explained('backup', ['-h', 'a', 'b', 'c']));
  test.for(['--unknown', '--help=x', ''])('rejects %j, which it does not know', (arg) => {
    rejected('backup', [arg]);
  });

  test('is explained before anything is installed', () => {
    const clone = mkdtempSync(join(tmpdir(), 'clone-'));
    for (const file of ['scripts', 'server/cli/commands.mjs', 'server/runtime/exitCodes.mjs', 'package.json'])
      cpSync(file, join(clone, file), { recursive: true });
    const runsThere = (...args: string[]) =>
      spawnSync(process.execPath, args, { cwd: clone, encoding: 'utf8', env: ownEnvironment() });
    const before = readdirSync(clone);
    for (const program of ['scripts/dev.mjs', ...names.map((name) => commands[name].program)]) {
      const started = program === 'scripts/dev.mjs' ? [program] : ['scripts/run.mjs', program];
      expect(runsThere(...started, '--help')).toMatchObject({ status: 0, stderr: '' });
      expect(runsThere(...started, '--unknown')).toMatchObject({ status: 2, stdout: '' });
    }
    expect(readdirSync(clone)).toEqual(before);
    rmSync(clone, { recursive: true });
  });

  test('names its choices', () => {
    const listed = (name: Name) => runs(name, ['--help']).stdout;
    for (const choice of [...importKinds, ...encodings]) expect(listed('import')).toContain(choice);
    for (const choice of Object.keys(lookups)) expect(listed('lookups')).toContain(choice);
  });
});

describe('Without a database that exists, and without creating one,', () => {
  test.for(ofDatabase)('%s says how to name it', (name) => {
    expect(runs(name, given[name] ?? [])).toEqual({
      status: 2,
      stdout: '',
      stderr: `No database: set DATABASE_URL, or pass --embedded to use ./data.\nnpm run ${name} -- --help explains it.\n`,
      created: [],
    });
  });

  // All open their database with one function; restore may also create it, and lookups prints a lookup.
  test.for([
    [
      'verify',
      (at: string) =>
        `There is no database in ${at}: set DATA_DIR to the data folder, which the server creates at its first start.\n`,
    ],
    ['restore', (at: string) => `There is no folder ${at}: create it, or set DATA_DIR to an empty folder.\n`],
  ] as const)('%s rejects a folder that does not exist', ([name, sentence]) => {
    const refusal = (directory: string) => ({
      status: 3,
      stdout: '',
      stderr: sentence(directory),
      created: [],
    });
    const args = given[name] ?? [];
    expect(runs(name, [...args, '--embedded'])).toEqual(refusal('./data'));
    expect(runs(name, args, { DATA_DIR: 'none' })).toEqual(refusal('none'));
  });

  test('a command rejects a folder without one', () => {
    const other = mkdtempSync(join(tmpdir(), 'other-'));
    const { status, stdout } = runs('verify', [], { DATA_DIR: other });
    expect({ status, stdout }).toEqual({ status: 3, stdout: '' });
    expect(readdirSync(other)).toEqual([]);
    rmSync(other, { recursive: true });
  });

  const DATABASE_URL = 'postgres://user:secret@127.0.0.1:1/mdd';

  test('a command rejects two databases', () => {
    expect(runs('verify', ['--embedded'], { DATABASE_URL })).toMatchObject({
      status: 2,
      stdout: '',
      stderr: expect.stringMatching(/^Two databases: unset DATABASE_URL, or leave out --embedded\.\n/),
    });
  });

  test.for(['verify', 'lookups'] as const)(
    '%s names a server that does not respond, without its password',
    (name) => {
      const { status, stdout, stderr } = runs(name, given[name] ?? [], { DATABASE_URL });
      expect(status).toBe(1);
      expect((name === 'lookups' ? stderr : stdout).split('\n')[0]).toBe('PostgreSQL mdd at 127.0.0.1:1');
      expect(stderr).toContain('The database at DATABASE_URL cannot be reached');
      expect(stdout + stderr).not.toContain('secret');
    },
  );
});

describe('On an embedded database', { timeout: 300_000 }, () => {
  const settings = { DATA_DIR: './data' };
  const first = (text: string) => text.split('\n')[0];
  beforeAll(() => createDatabase(join(folder, 'data')));

  test('each command first names it', () => {
    expect(runs('upgrade', ['--check', '--embedded'])).toMatchObject({
      status: 0,
      stdout: `embedded, ./data\nThis program has schema step ${schema.step}.\nThe schema is up to date: an upgrade would change nothing.\n`,
      stderr: '',
    });
    for (const name of ['backup', 'verify', 'upgrade'] as const) {
      const { status, stdout, stderr } = runs(name, given[name] ?? [], settings);
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      expect(first(stdout)).toBe('embedded, ./data');
    }
    const imported = runs('import', ['school', 'rows.csv'], settings);
    expect(first(imported.stdout)).toBe('embedded, ./data');
    mkdirSync(join(folder, 'files'));
    for (const name of ['schools.csv', 'colors.csv'])
      writeFileSync(join(folder, 'files', name), 'Code,Title\nZZ,Tried\n');
    const all = runs('import', ['all', 'files', '--dry-run'], settings);
    expect(all.stdout).toMatch(/^embedded, \.\/data\nSkipped, because .*: colors\.csv\n/);
    const printed = runs('lookups', ['terms'], settings);
    expect(printed).toMatchObject({ status: 0, stderr: 'embedded, ./data\n' });
    expect(first(printed.stdout)).toBe('termYyyyst,termLetterYear');
  });

  test('a backup is restored into an empty folder', () => {
    mkdirSync(join(folder, 'restored'));
    const restored = runs('restore', ['backup.gz'], { DATA_DIR: 'restored' });
    expect(restored).toMatchObject({ status: 0, stderr: '' });
    expect(restored.stdout).toMatch(/^embedded, restored\nCreating the database…\nRestored /);
    expect(runs('restore', ['backup.gz'], { DATA_DIR: 'restored' })).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^This database already has tables/),
    });
  });

  test('a restore names the tables that it skips', async () => {
    const { db, close } = await connect({ kind: 'embedded', directory: join(folder, 'data') });
    await sql`create table extra as select 1 as one`.execute(db);
    await close();
    expect(runs('backup', ['extra.gz'], settings)).toMatchObject({ status: 0, stderr: '' });
    mkdirSync(join(folder, 'without'));
    const restored = runs('restore', ['extra.gz'], { DATA_DIR: 'without' });
    expect(restored).toMatchObject({ status: 0, stderr: '' });
    expect(restored.stdout).toContain('\nSkipped, because this program has no such table: extra\n');
  });

  test('a damaged backup by the server gets no name, and leaves nothing behind', async () => {
    const [served, backups] = [join(folder, 'served'), join(folder, 'backups')];
    for (const path of [served, join(served, 'database'), backups]) mkdirSync(path);
    const unlock = lockFolder(served);
    handleBackupRequests(served, async (file) => writeFileSync(file, 'No backup'));
    const command = spawn(process.execPath, ['server/cli/backup.ts', join(backups, 'backup.gz')], {
      env: { ...ownEnvironment(), DATA_DIR: served },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    expect(await text(command.stderr)).toContain('is not a backup of this application');
    unlock();
    expect(readdirSync(backups)).toEqual([]);
  });

  test('an export is read again by import and lookups, and never overwrites a folder', () => {
    const exported = runs('export', ['exported'], settings);
    expect(exported).toMatchObject({ status: 0, stderr: '' });
    expect(exported.stdout).toBe('embedded, ./data\nExported 0 rows to exported.\n');
    const files = readdirSync(join(folder, 'exported'));
    expect(files).toHaveLength(14);
    expect(runs('export', ['exported'], settings)).toMatchObject({
      status: 1,
      stdout: '',
      stderr: 'exported is not empty: name a new folder, or an empty one.\n',
    });
    expect(readdirSync(join(folder, 'exported'))).toEqual(files);
    // Even root creates nothing there.
    expect(runs('export', ['/proc/exported'], settings)).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^\/proc cannot be used \(\w+\): check its name and rights\.\n$/),
    });
    for (const lookup of ['terms', 'award-types']) {
      const { status, stdout } = runs('lookups', [lookup, `exported/${lookup}.csv`], settings);
      expect(status).toBe(0);
      expect(stdout).toMatch(/ rows: 0 added, 0 changed, 0 removed\.\n$/);
    }
    const imported = runs('import', ['all', 'exported'], settings);
    expect(imported).toMatchObject({ status: 0, stderr: '' });
    expect(imported.stdout).toContain('All files are as npm run export wrote them.');
    expect(imported.stdout).toContain('There is nothing to change.');
  });

  test('what is wrong with an argument is wrong use', () => {
    const cases: [Name, string[], RegExp][] = [
      ['verify', ['foo'], /^foo is not a head: copy it from About or from the output of a backup\.\n/],
      ['import', ['planet', 'rows.csv'], /^There is no kind planet: name one of school, /],
      ['import', ['school', 'rows.csv', '--encoding', 'x'], /^--encoding: write one of UTF-8, /],
      ['import', ['school', 'rows.csv', '--reason', 'x'.repeat(2_000)], /^--reason: /],
      ['lookups', ['colors'], /^There is no lookup colors: name one of terms, award-types, cip-codes\.\n/],
      ['verify', ['\x1B[2J'], /^␛\[2J is not a head/],
    ];
    for (const [name, args, sentence] of cases)
      expect(runs(name, args, settings)).toMatchObject({
        status: 2,
        stdout: '',
        stderr: expect.stringMatching(sentence),
      });
  });
});

describe('A file that is none, or would be read without an end, is refused at once with one sentence', () => {
  const odd = mkdtempSync(join(tmpdir(), 'odd-'));
  afterAll(() => rmSync(odd, { recursive: true }));
  const inFolder = (name: string) => join(odd, name);
  spawnSync('mkfifo', [inFolder('departments.csv')]);
  mkdirSync(inFolder('schools.csv'));
  const huge = openSync(inFolder('majors.csv'), 'w');
  ftruncateSync(huge, 6 * 1024 ** 3);
  closeSync(huge);
  writeFileSync(inFolder('terms\x1B[2J\nterms.csv'), 'x\n');
  writeFileSync(inFolder('long.csv'), 'x'.repeat(5_000_000));
  writeFileSync(inFolder('file'), '');
  symlinkSync('circle.csv', inFolder('circle.csv'));
  beforeAll(() => createDatabase(inFolder('data')));

  function refused(command: string, given: readonly string[], file: string, sentence: RegExp): void {
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

  const PIPE = /is a pipe or a device: name a file\.$/;
  test.each([
    [inFolder('departments.csv'), PIPE],
    ['/dev/zero', PIPE],
    [inFolder('schools.csv'), /is a folder: name a file\.$/],
    [inFolder('none.csv'), /^There is no .*none\.csv\.$/],
    [inFolder('file/none.csv'), /none\.csv/],
    [inFolder('circle.csv'), /circle\.csv cannot be used \(ELOOP\): check its name and rights\.$/],
    [inFolder('n'.repeat(300)), /cannot be used \(ENAMETOOLONG\)/],
  ])('%j', (file, sentence) => refused('lookups', ['terms'], file, sentence), 120_000);

  // The same check.
  test.each([['import', 'department'], ['restore']])('also by %s', (command, ...given) =>
    refused(command, given, '/dev/zero', PIPE),
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
