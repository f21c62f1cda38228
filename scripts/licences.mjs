// npm run licences: writes docs/licences.md, the licences of all packages that ship.
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { root } from './toolchain.mjs';

/** The licences that need nothing but their notice, which stays in each package. */
export const allowed = ['0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT'];

/** The packages that ship, which are those of the lock that are not only for building and testing, by licence. */
export function packagesByLicence() {
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

/** The text of docs/licences.md. */
export function licencesPage() {
  const rows = [...packagesByLicence()]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([license, own]) => {
      const names = [...new Set(own.map(({ name }) => name))].toSorted((one, other) =>
        one < other ? -1 : 1,
      );
      return `| ${license} | ${names.length} | ${names.join(', ')} |`;
    });
  return `# Licences of what ships

Written by \`npm run licences\` from package-lock.json; a test compares it. What only builds and tests is not in it.

| licence | packages | |
|---|---|---|
${rows.join('\n')}
`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  writeFileSync(`${root}/docs/licences.md`, licencesPage());
