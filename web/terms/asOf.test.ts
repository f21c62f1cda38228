import { expect, test } from 'vitest';
import { knownTerm, withAsOf } from './asOf.ts';

test.for([
  ['/major', '201992', '/major?asOf=201992'],
  ['/major?q=art&page=2', '201992', '/major?q=art&page=2&asOf=201992'],
  ['/major/354#degrees', '201992', '/major/354?asOf=201992#degrees'],
  ['/major?asOf=202192&q=art#a?b', '201992', '/major?asOf=201992&q=art#a?b'],
  ['/major?asOf=202192', null, '/major'],
  ['/major?asOf=202192&q=art#list', null, '/major?q=art#list'],
  ['/major?q=a%20b', null, '/major?q=a%20b'],
  ['/major?asOf=202192', 'now', '/major?asOf=now'],
] as const)('%s as of %s is %s', ([path, term, expected]) => {
  expect(withAsOf(path, term)).toBe(expected);
});

test('a page may have another name for the term', () => {
  expect(withAsOf('/differences', '201992', 'from')).toBe('/differences?from=201992');
  expect(withAsOf('/differences', null, 'from')).toBe('/differences');
});

const terms = ['201992', '202003'].map((termYyyyst) => ({ termYyyyst, termLetterYear: '' }));

test('a term of the lookup is accepted, any other text is not', () => {
  expect(knownTerm('201992', terms)).toBe('201992');
  expect(knownTerm('201993', terms)).toBeNull();
  expect(knownTerm(null, terms)).toBeNull();
});

test('any term code is accepted until the lookup has loaded', () => {
  expect(knownTerm('201992', undefined)).toBe('201992');
  expect(knownTerm('2025S1', undefined)).toBe('2025S1');
  for (const other of ['F19', '2025s1', '20255', '2025921', 'X02592'])
    expect(knownTerm(other, undefined)).toBeNull();
  expect(knownTerm(null, undefined)).toBeNull();
});
