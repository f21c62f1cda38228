import { expect, test } from 'vitest';
import { chosen, importersOf, mutantsOf, mutated } from '../../scripts/mutants.mjs';

test.each([
  ['flips a comparison', 'a < b as number', ['a <= b as number']],
  ['flips an equality', 'a.b !== c', ['a.b === c']],
  ['drops a condition', 'x(a && (b || c))', ['x((a))', 'x(((b || c)))', 'x(a && ((b)))', 'x(a && ((c)))']],
  ['drops the condition of a statement', 'if (a) b();', ['if (true) b();', 'if (false) b();']],
  ['drops the condition of a value', 'a ? b : c', ['true ? b : c', 'false ? b : c']],
  ['changes a limit', "text('Title', 8)", ["text('Title', 9)"]],
  ['returns early', '() => { a(); b(); }', ['() => { a(); return; b(); }']],
  ['changes no type, no default and no size', 'let a: 3; a ?? (<A b={1} /> as B<2>)', []],
])('a mutant %s', (_, source, expected) => {
  expect(mutantsOf('a.tsx', source).map((mutant) => mutated(source, mutant))).toEqual(expected);
});

test('a mutant is named by its line and its change', () => {
  expect(mutantsOf('a.ts', 'let a;\nif (a) b();')).toMatchObject([
    { file: 'a.ts', line: 2, change: 'a → true' },
    { file: 'a.ts', line: 2, change: 'a → false' },
  ]);
});

test('a seed chooses the same mutants, also when other code changes; another seed chooses others', () => {
  const mutants = Array.from({ length: 1000 }, (_, at) => ({ file: 'a.ts', change: `${at % 500}` }));
  const first = chosen(mutants, 1, 60);
  expect(new Set(first).size).toBe(60);
  const left = mutants.filter((mutant, at) => first.includes(mutant) || at % 3 > 0);
  expect(chosen(left, 1, 60).filter((mutant) => first.includes(mutant)).length).toBeGreaterThan(50);
  expect(chosen(mutants, 2, 60).filter((mutant) => first.includes(mutant)).length).toBeLessThan(20);
});

test('files that import a file come the nearest first, without those that need only its types', () => {
  const sources = new Map([
    ['a/major.ts', ''],
    ['a/types.ts', "import type { A } from './major.ts';"],
    ['a/near.ts', "import { a } from './major.ts';"],
    ['t/far.test.ts', "import type { B } from 'b';\nimport {\n  b,\n} from '../a/near.ts';"],
    ['t/majors.test.ts', "const { b } = await import('../a/near.ts');"],
  ]);
  expect(importersOf('a/major.ts', sources)).toEqual(['a/near.ts', 't/majors.test.ts', 't/far.test.ts']);
});
