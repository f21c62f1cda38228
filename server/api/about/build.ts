import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import manifest from '../../../package.json' with { type: 'json' };
import type { Config } from '../../config/config.ts';

export const ROOT = join(import.meta.dirname, '../../..');

/** The version of the running program, and the commit that it was built from, or `unknown`. */
export async function readBuild({ buildCommit }: Config): Promise<{ version: string; commit: string }> {
  return { version: manifest.version, commit: buildCommit ?? (await commitOf(ROOT)) };
}

/** The commit of a checkout, even if it belongs to another user, or `unknown`. */
export async function commitOf(folder: string): Promise<string> {
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
