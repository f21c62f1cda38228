import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The newest file `….gz` in a folder of backups, with its time in milliseconds since 1970; null if there is none. A backup gets
 * its name only when it is complete and has been checked. Throws if the folder cannot be read.
 */
export function newestBackup(folder: string): { file: string; time: number } | null {
  const backups = readdirSync(folder)
    .filter((name) => name.endsWith('.gz'))
    .map((name) => join(folder, name))
    .map((file) => ({ file, time: statSync(file).mtimeMs }))
    .toSorted((one, other) => other.time - one.time);
  return backups[0] ?? null;
}
