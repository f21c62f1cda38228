// npm run licenses: writes docs/licenses.md, the licenses of all packages that ship.
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { root } from './toolchain.mjs';

/** The licenses that require only their notice, which stays in each package. */
export const allowed = ['0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT'];

/** The shipped packages by license: those of the lock file that are not only for building and testing. */
export function packagesByLicense() {
  const { packages } = JSON.parse(readFileSync(`${root}/package-lock.json`, 'utf8'));
  const shipped = Object.entries(packages).filter(
    ([path, { dev, devOptional }]) => path && !dev && !devOptional,
  );
  const named = shipped.map(([path, { license = 'unknown' }]) => ({
    name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
    license,
  }));
  return Map.groupBy(named, ({ license }) => license);
}

/** The text of docs/licenses.md. */
export function licensesPage() {
  const rows = [...packagesByLicense()]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([license, own]) => {
      const names = [...new Set(own.map(({ name }) => name))].toSorted((one, other) =>
        one < other ? -1 : 1,
      );
      return `| ${license} | ${names.length} | ${names.join(', ')} |`;
    });
  return `# Licenses of what ships

Written by \`npm run licenses\` from package-lock.json; a test compares it. What only builds and tests is not in it.

| license | packages | |
|---|---|---|
${rows.join('\n')}
`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  writeFileSync(`${root}/docs/licenses.md`, licensesPage());
