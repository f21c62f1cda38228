import { readdirSync, readFileSync } from 'node:fs';
import { join, normalize } from 'node:path';
import { expect, test } from 'vitest';

/** The files that the files of a folder import, with the folders as they are named here. */
function importedBy(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap((file) => {
      const path = join(folder, file);
      const named = readFileSync(path, 'utf8').matchAll(/(?:from|import\(?) ?'(\.[^']+)'/g);
      return [...named].map(([, target = '']) => normalize(join(path, '..', target)));
    });
}

test('what answers requests knows nothing of how people sign in', () => {
  expect(importedBy('server/auth').filter((file) => file.startsWith('server/http/'))).not.toEqual([]);
  expect(importedBy('server/http').filter((file) => file.startsWith('server/auth/'))).toEqual([]);
});
