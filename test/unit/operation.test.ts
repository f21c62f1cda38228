import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { secrets, settings } from '../../server/config/config.ts';
import { causes } from '../../server/errors.ts';

const read = (file: string) => readFileSync(file, 'utf8');

test('docs/OPERATION.md names every setting that the server reads, and no other', () => {
  const [, section = ''] = /\n## Settings\n([\s\S]*?)\n## /.exec(read('docs/OPERATION.md')) ?? [];
  const documented = section
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name));
  expect(new Set(documented)).toEqual(new Set([...settings, ...secrets.map((name) => `${name}_FILE`)]));
});

test('docs/OPERATION.md explains every cause of a failure that the log can name, and no other', () => {
  const [, section = ''] =
    /\n\| `cause` [\s\S]*?\n\|---[^\n]*\n([\s\S]*?)\n\n/.exec(read('docs/OPERATION.md')) ?? [];
  const documented = [...section.matchAll(/^\| `([a-z_]+)` /gm)].map(([, name]) => name);
  expect(new Set(documented)).toEqual(new Set(Object.keys(causes)));
});

test('the links in the documents resolve', () => {
  for (const file of ['README.md', 'docs/OPERATION.md', 'docs/ARCHITECTURE.md'])
    for (const [, target = ''] of read(file).matchAll(/(?:\]\(|src(?:set)?=")([^)#:"]+)[)"]/g))
      expect(
        () => readFileSync(new URL(target, new URL(file, `file://${process.cwd()}/`))),
        `${file}: ${target}`,
      ).not.toThrow(/ENOENT/);
});
