import { readdirSync, readFileSync } from 'node:fs';
import { join, normalize } from 'node:path';
import { expect, test } from 'vitest';

/** All relative imports in the files of a folder. Both paths start with the folder's name. */
function importsOf(folder: string): { file: string; imported: string }[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap((name) => {
      const file = join(folder, name);
      const named = readFileSync(file, 'utf8').matchAll(/(?:from|import\(?) ?'(\.[^']+)'/g);
      return [...named].map(([, target = '']) => ({ file, imported: normalize(join(file, '..', target)) }));
    });
}

const importedBy = (folder: string) => importsOf(folder).map(({ imported }) => imported);

test('the HTTP layer does not depend on the sign-in', () => {
  expect(importedBy('server/auth').filter((file) => file.startsWith('server/http/'))).not.toEqual([]);
  expect(importedBy('server/http').filter((file) => file.startsWith('server/auth/'))).toEqual([]);
});

test('spreadsheets are read and written without the rest of the project', () => {
  const code = importsOf('sheets').filter(({ file }) => !file.endsWith('.test.ts'));
  expect(code.filter(({ imported }) => !imported.startsWith('sheets/'))).toEqual([]);
});

test('tables are understood without a browser, a server or a spreadsheet', () => {
  const wrong = importsOf('intake').filter(
    ({ imported }) => !/^(intake|contract)\//.test(imported) && imported !== 'sheets/guard.ts',
  );
  expect(wrong).toEqual([]);
});

/** The folders and files directly in `web/`. Each one imports only those before it. */
const order = `
  styles.css unseen.module.css theme.ts base.ts runningTerm.ts timeZone.ts address.ts names.ts paths.ts time.ts calendar.ts days.ts serverTime.ts store.ts useLatest.ts fold.ts
  api.ts buttons reason popups queries.ts session.ts asOf layout
  form lookups history conflict table items kinds relationship timeline detail report changes differences proposal copy import
  screens routes.tsx main.tsx
`.split(/\s+/);

test('imports between the folders of web go in one direction', () => {
  const place = (path: string) => order.indexOf(path.split('/')[1] ?? '');
  const within = importsOf('web').filter(({ imported }) => imported.startsWith('web/'));
  const wrong = within.filter(({ file, imported }) => {
    const [from, to] = [place(file), place(imported)];
    return from < 0 || to < 0 || to > from;
  });
  expect(wrong.map(({ file, imported }) => `${file} imports ${imported}`)).toEqual([]);
});
