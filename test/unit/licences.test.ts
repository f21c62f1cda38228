import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { allowed, licencesPage, packagesByLicence } from '../../scripts/licences.mjs';

test('all that ships has a licence that fits', () => {
  expect([...packagesByLicence().keys()].filter((license) => !allowed.includes(license))).toEqual([]);
});

test('the list of licences is that of the lock: npm run licences writes it', () => {
  expect(readFileSync('docs/licences.md', 'utf8')).toBe(licencesPage());
});

test('npm run sbom lists all that ships', { timeout: 120_000 }, () => {
  const { stdout } = spawnSync('npm', ['run', '--silent', 'sbom'], { encoding: 'utf8' });
  const { bomFormat, components } = JSON.parse(stdout) as {
    bomFormat: string;
    components: { 'bom-ref': string }[];
  };
  expect(bomFormat).toBe('CycloneDX');
  const names = new Set(components.map((one) => one['bom-ref'].replace(/@[^@]*$/, '')));
  const shipped = [...packagesByLicence().values()].flat();
  expect(shipped.filter(({ name }) => !names.has(name))).toEqual([]);
});
