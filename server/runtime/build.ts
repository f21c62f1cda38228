import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import manifest from '../../package.json' with { type: 'json' };

export const ROOT = join(import.meta.dirname, '../..');

/** The version of a program, and the commit that it was built from, or `unknown`. */
export interface Build {
  version: string;
  commit: string;
}

/** The running program. Its commit is `BUILD_COMMIT`, or that of its release, or that of its checkout. */
export async function readBuild({ buildCommit }: { buildCommit: string | null }): Promise<Build> {
  return { version: manifest.version, commit: buildCommit ?? (await commitIn(ROOT)) };
}

/** The commit of a release (deploy/release.sh writes it), or of a checkout, even if it belongs to another user, or `unknown`. */
export async function commitIn(folder: string): Promise<string> {
  const ofRelease = await readFile(join(folder, 'dist/commit'), 'utf8').catch(() => '');
  return ofRelease.trim() || (await commitOfCheckout(folder));
}

async function commitOfCheckout(folder: string): Promise<string> {
  // Only this folder counts, not a checkout that contains it.
  const env = { ...process.env, GIT_CEILING_DIRECTORIES: dirname(folder) };
  const parameters = ['-c', `safe.directory=${folder}`, 'rev-parse', '--short', 'HEAD'];
  try {
    const { stdout } = await promisify(execFile)('git', parameters, { cwd: folder, env });
    return stdout.trim();
  } catch {
    return 'unknown';
  }
}
