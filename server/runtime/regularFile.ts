import { statSync } from 'node:fs';
import { StartupError } from './startupError.ts';

const MB = 1_000_000;

/**
 * Throws `StartupError` unless `file` is a regular file of at most `maxBytes` bytes. Reading a pipe or a device might never
 * end, and a larger file might use up the memory.
 */
export function refuseUnlessRegular(file: string, maxBytes: number): void {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats) throw new StartupError(`There is no ${file}.`);
  if (stats.isDirectory()) throw new StartupError(`${file} is a folder: name a file.`);
  if (!stats.isFile()) throw new StartupError(`${file} is a pipe or a device: name a file.`);
  if (stats.size > maxBytes)
    throw new StartupError(
      `${file} is larger than ${maxBytes / MB} MB: copy only what is needed to another file.`,
    );
}
