import { statSync } from 'node:fs';
import { StartupError } from './startupError.ts';

const MB = 1_000_000;

/**
 * Throws `StartRefused` unless there is a file of at most `most` bytes. A pipe or a device would be read without an end, and a
 * larger file would take all memory.
 */
export function refuseUnlessRegular(file: string, most: number): void {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats) throw new StartupError(`There is no ${file}.`);
  if (stats.isDirectory()) throw new StartupError(`${file} is a folder: name a file.`);
  if (!stats.isFile()) throw new StartupError(`${file} is a pipe or a device: name a file.`);
  if (stats.size > most)
    throw new StartupError(
      `${file} is larger than ${most / MB} MB: copy only what is needed to another file.`,
    );
}
