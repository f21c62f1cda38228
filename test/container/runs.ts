import { spawnSync } from 'node:child_process';
import { root } from '../../scripts/toolchain.mjs';

/** Runs a program, and returns its output. Throws with its output if it fails. */
export function runs(program: string, ...given: string[]): string {
  const { status, stdout, stderr, error } = spawnSync(program, given, { cwd: root, encoding: 'utf8' });
  if (status !== 0)
    throw new Error(`${program} ${given.join(' ')}: ${error?.message ?? ''}${stdout}${stderr}`);
  return stdout.trim();
}
