import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isHeld, lockFolder, lockOnceFree } from '../../../../server/db/embedded/folderLock.ts';
import { StartupError } from '../../../../server/runtime/startupError.ts';

// The effects of other users of the same machine on a data folder's lock. Acting as another user requires root.
const isRoot = process.getuid?.() === 0;
const NOBODY = 65534;
const module = new URL('../../../../server/db/embedded/folderLock.ts', import.meta.url).href;

let directory: string;
const children: ChildProcess[] = [];
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'lock-'));
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  rmSync(directory, { recursive: true, force: true });
});

/** Starts a program and returns the first thing it prints. The program keeps running until the test ends. */
async function run(program: string, uid?: number): Promise<string> {
  const user = uid === undefined ? {} : { uid, gid: uid };
  const child = spawn(process.execPath, ['--no-warnings', '--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
    ...user,
  });
  children.push(child);
  const [messages] = (await once(child.stdout, 'data')) as [Buffer];
  return messages.toString().trim();
}

const holding = (file: string) => `
  const { DatabaseSync } = await import('node:sqlite');
  try {
    new DatabaseSync(${JSON.stringify(file)}).exec('begin exclusive');
    console.log('held');
  } catch (error) {
    console.log(error.message);
  }
  setInterval(() => {}, 1000);`;

describe('the lock of a data folder', () => {
  test('has one holder at a time until released, also within a process', () => {
    const unlock = lockFolder(directory);
    expect(() => lockFolder(directory)).toThrow(
      `The data folder ${directory} is in use by process ${process.pid}: stop that process, or set DATA_DIR to another folder.`,
    );
    expect(isHeld(directory)).toBe(true);
    // The rejected second attempt has not released the first lock.
    expect(() => lockFolder(directory)).toThrow(StartupError);
    unlock();
    expect(isHeld(directory)).toBe(false);
    lockFolder(directory)();
  });

  test('keeps other processes out', async () => {
    const unlock = lockFolder(directory);
    expect(await run(holding(join(directory, 'lock')))).toBe('database is locked');
    unlock();
    expect(await run(holding(join(directory, 'lock')))).toBe('held');
    expect(isHeld(directory)).toBe(true);
  });

  test('is released immediately when its process is killed', async () => {
    lockFolder(directory)();
    await run(holding(join(directory, 'lock')));
    const [holder] = children;
    holder?.kill('SIGKILL');
    await once(holder as ChildProcess, 'exit');
    expect(isHeld(directory)).toBe(false);
  });

  test('stays locked even if its file is removed', async () => {
    await run(`
      const { lockFolder } = await import(${JSON.stringify(module)});
      lockFolder(${JSON.stringify(directory)});
      console.log('held');
      setInterval(() => {}, 1000);`);
    const [holder] = children;
    rmSync(join(directory, 'lock'));
    for (let times = 0; times < 2; times += 1) {
      expect(isHeld(directory)).toBe(true);
      expect(() => lockFolder(directory)).toThrow(`is in use by process ${holder?.pid}: stop that process`);
    }
    holder?.kill('SIGKILL');
    await once(holder as ChildProcess, 'exit');
    lockFolder(directory)();
  });

  test('waits if a command has it, and fails if a server has it', async () => {
    const unlock = lockFolder(directory, 'backup');
    const messages: string[] = [];
    const waiting = lockOnceFree(directory, { report: (sentence) => messages.push(sentence) });
    await expect
      .poll(() => messages)
      .toEqual([`Waiting for npm run backup (process ${process.pid}), which uses the data folder…`]);
    unlock();
    const unlockNext = await waiting;
    await expect(lockOnceFree(directory, { command: 'import' })).rejects.toThrow('is in use by process');
    unlockNext();
    (await lockOnceFree(directory, {}))();
    expect(messages).toHaveLength(1);
  });

  test('is taken although the command that has it needs a moment to release it', async () => {
    const unlock = lockFolder(directory, 'backup');
    const waiting = lockOnceFree(directory, {});
    // Longer than the time for which an unnamed process is waited for.
    await pause(2_500);
    rmSync(join(directory, 'process'));
    await pause(500);
    unlock();
    (await waiting)();
  });

  test('is readable and writable only by its owner', () => {
    lockFolder(directory)();
    expect(statSync(join(directory, 'lock')).mode & 0o777).toBe(0o600);
  });

  test.runIf(isRoot)('cannot be taken by another user who can see the folder', async () => {
    chmodSync(directory, 0o755);
    lockFolder(directory)();
    expect(await run(holding(join(directory, 'lock')), NOBODY)).toMatch(/unable to open|readonly/);
    const { dev, ino } = statSync(directory);
    const name = `\\0major-degree-database-${dev}-${ino}`;
    const squatting = `
      const { createServer } = await import('node:net');
      createServer((asker) => asker.end('1')).listen(${JSON.stringify(name).replace('\\\\0', '\\0')}, () => console.log('sits there'));`;
    expect(await run(squatting, NOBODY)).toBe('sits there');
    lockFolder(directory)();
  });

  test.runIf(isRoot)('taken by root still belongs to the owner of the folder', () => {
    chownSync(directory, NOBODY, NOBODY);
    expect(isHeld(directory)).toBe(false);
    expect(statSync(join(directory, 'lock')).uid).toBe(NOBODY);
  });

  test.runIf(isRoot)(
    'that another user created, or that is open to everyone, is rejected with a message',
    () => {
      const file = join(directory, 'lock');
      writeFileSync(file, '', { mode: 0o600 });
      chownSync(file, NOBODY, NOBODY);
      expect(() => lockFolder(directory)).toThrow(
        /^The file .* belongs to another user or is accessible to others: stop the process that uses the folder/,
      );
      chownSync(file, 0, 0);
      chmodSync(file, 0o644);
      expect(() => lockFolder(directory)).toThrow(/is accessible to others/);
      rmSync(file);
      symlinkSync('/etc/hostname', file);
      expect(() => lockFolder(directory)).toThrow(/is accessible to others/);
      rmSync(file);
      mkdirSync(file, { mode: 0o700 });
      expect(() => lockFolder(directory)).toThrow(/is accessible to others/);
    },
  );
});

test.runIf(isRoot)(
  'a backup of a folder that another user locks sends no signal, whatever the lock file holds',
  async () => {
    // A process that would end at a signal.
    await run("console.log('lives'); setInterval(() => {}, 1000);");
    const [victim] = children;
    mkdirSync(join(directory, 'database'));
    chownSync(directory, NOBODY, NOBODY);
    chmodSync(directory, 0o755);
    writeFileSync(join(directory, 'lock'), '', { mode: 0o600 });
    writeFileSync(join(directory, 'process'), String(victim?.pid));
    chownSync(join(directory, 'lock'), NOBODY, NOBODY);
    expect(await run(holding(join(directory, 'lock')), NOBODY)).toBe('held');
    const command = spawn(process.execPath, ['server/cli/backup.ts', join(directory, 'out')], {
      env: { ...process.env, DATABASE_URL: '', DATA_DIR: directory },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    children.push(command);
    const output: string[] = [];
    command.stderr?.on('data', (part: Buffer) => output.push(part.toString()));
    const [code] = (await once(command, 'close')) as [number];
    expect(code).toBe(1);
    expect(output.join('')).toMatch(/no server responded to the backup request/);
    expect(victim?.exitCode ?? victim?.signalCode).toBeNull();
  },
  30_000,
);
