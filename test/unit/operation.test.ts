import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (file: string) => readFileSync(file, 'utf8');

test('docs/OPERATION.md names every setting that the server reads, and no other', () => {
  const [, settings = ''] = /\n## Settings\n([\s\S]*?)\n## /.exec(read('docs/OPERATION.md')) ?? [];
  const told = settings
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name));
  const used = [...read('server/config.ts').matchAll(/\benv\.([A-Z_]+)/g)].map(([, name]) => name);
  expect(new Set(told)).toEqual(new Set(used));
});

test('the links in the documents resolve', () => {
  for (const file of ['README.md', 'docs/OPERATION.md', 'docs/ARCHITECTURE.md'])
    for (const [, target = ''] of read(file).matchAll(/\]\(([^)#:]+)\)/g))
      expect(
        () => readFileSync(new URL(target, new URL(file, `file://${process.cwd()}/`))),
        `${file}: ${target}`,
      ).not.toThrow(/ENOENT/);
});
