import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { allowed, licensesPage, packagesByLicense } from '../../scripts/licenses.mjs';

test('every shipped package has an allowed license', () => {
  expect([...packagesByLicense().keys()].filter((license) => !allowed.includes(license))).toEqual([]);
});

test('the list of licenses matches the lock file: npm run licenses writes it', () => {
  expect(readFileSync('docs/licenses.md', 'utf8')).toBe(licensesPage());
});

test('npm run sbom lists every shipped package', { timeout: 120_000 }, () => {
  const { stdout } = spawnSync('npm', ['run', '--silent', 'sbom'], { encoding: 'utf8' });
  const { bomFormat, components } = JSON.parse(stdout) as {
    bomFormat: string;
    components: { 'bom-ref': string }[];
  };
  expect(bomFormat).toBe('CycloneDX');
  const names = new Set(components.map((one) => one['bom-ref'].replace(/@[^@]*$/, '')));
  const shipped = [...packagesByLicense().values()].flat();
  expect(shipped.filter(({ name }) => !names.has(name))).toEqual([]);
});
