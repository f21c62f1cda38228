import { execFileSync } from 'node:child_process';
import { chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { commitIn } from '../../server/runtime/build.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function checkout(): { folder: string; commit: string } {
  const folder = mkdtempSync(join(tmpdir(), 'checkout-'));
  folders.push(folder);
  const git = (...given: string[]) => execFileSync('git', given, { cwd: folder, encoding: 'utf8' }).trim();
  git('init', '--quiet');
  const author = ['-c', 'user.name=Robin', '-c', 'user.email=robin@example.edu'];
  git(...author, 'commit', '--quiet', '--allow-empty', '--message=First');
  return { folder, commit: git('rev-parse', '--short', 'HEAD') };
}

test('the commit is that of the checkout', async () => {
  const { folder, commit } = checkout();
  expect(await commitIn(folder)).toBe(commit);
});

// Only root can give a folder to another user.
test.runIf(process.getuid?.() === 0)('a checkout of another user has its commit too', async () => {
  const { folder, commit } = checkout();
  for (const path of [folder, join(folder, '.git')]) chownSync(path, 65534, 65534);
  expect(() => execFileSync('git', ['rev-parse', 'HEAD'], { cwd: folder, stdio: 'pipe' })).toThrow(
    'dubious ownership',
  );
  expect(await commitIn(folder)).toBe(commit);
});

test('a folder that only lies in a checkout has none', async () => {
  const inner = join(checkout().folder, 'unpacked');
  mkdirSync(inner);
  expect(await commitIn(inner)).toBe('unknown');
});
