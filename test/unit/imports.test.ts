import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, normalize } from 'node:path';
import { expect, test } from 'vitest';

const packages = ['contract', 'sheets', 'intake', 'server', 'web'];
const isTest = (file: string) => /\.test\.tsx?$/.test(file);

/** The TypeScript files in a folder, as paths that start with its name. */
const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(folder, name));

/** All relative imports in the files of a folder. Both paths start with the folder's name. */
function importsOf(folder: string): { file: string; imported: string }[] {
  return filesIn(folder).flatMap((file) => {
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

/** The files and folders directly in `server/` and `web/`. Each imports only itself and the entries before it. */
const order: Readonly<Record<string, string>> = {
  server: 'errors.ts runtime config db catalog http auth monitoring api cli app.ts awaitDatabase.ts main.ts',
  web: `
    styles.css lib ui terms views shell history catalog timeline quality itemPage proposals differences report programs search systems
    moreScreens.tsx dialogs.tsx screens.tsx routes.tsx main.tsx
  `,
};

test.each(Object.entries(order))('imports between the folders of %s go in one direction', (folder, names) => {
  const places = names.trim().split(/\s+/);
  const place = (path: string) => places.indexOf(path.split('/')[1] ?? '');
  const within = importsOf(folder).filter(({ imported }) => imported.startsWith(`${folder}/`));
  const wrong = within.filter(({ file, imported }) => {
    if (isTest(file)) return false;
    const [from, to] = [place(file), place(imported)];
    return from < 0 || to < 0 || to > from;
  });
  expect(within).not.toEqual([]);
  expect(wrong.map(({ file, imported }) => `${file} imports ${imported}`)).toEqual([]);
});

test('no import cycles, not even of types', () => {
  const graph = Map.groupBy(packages.flatMap(importsOf), ({ file }) => file);
  const done = new Set<string>();
  const cycles: string[] = [];
  function visit(file: string, path: readonly string[]): void {
    if (path.includes(file)) cycles.push([...path.slice(path.indexOf(file)), file].join(' → '));
    if (path.includes(file) || done.has(file)) return;
    for (const { imported } of graph.get(file) ?? []) visit(imported, [...path, file]);
    done.add(file);
  }
  for (const file of graph.keys()) visit(file, []);
  expect(graph.size).toBeGreaterThan(400);
  expect(cycles).toEqual([]);
});

test('no two files of a package share a name, except for the same role in sibling folders', () => {
  const sibling = /^(?:routes|school|department|degree|major)$/;
  for (const folder of packages) {
    const named = Map.groupBy(filesIn(folder), (file) =>
      basename(file)
        .replace(/(?:\.test)?\.tsx?$/, '')
        .toLowerCase(),
    );
    const shared = [...named]
      .map(([name, files]) => [name, files.filter((file) => !isTest(file))] as const)
      .filter(([name, files]) => files.length > 1 && !sibling.test(name));
    expect(shared).toEqual([]);
  }
});
