import { expect, test } from 'vitest';
import { StatementNames } from './statementNames.ts';

test('every process gives a statement the same name, and each statement its own', () => {
  const names = new StatementNames();
  const inAnotherProcess = new StatementNames();
  inAnotherProcess.of('select 2');
  expect(inAnotherProcess.of('select 1')).toBe(names.of('select 1'));
  expect(names.of('select 2')).not.toBe(names.of('select 1'));
});

test('after one name is outdated, all statements get names that were never used before, once', () => {
  const names = new StatementNames();
  const both = () => ['select 1', 'select 2'].map((text) => names.of(text) as string);
  const before = both();
  names.renew(before[0] ?? '');
  const after = both();
  expect(new Set([...before, ...after]).size).toBe(4);
  names.renew(before[1] ?? '');
  expect(both()).toEqual(after);
});

test('only the first hundred statements get a name', () => {
  const names = new StatementNames();
  const given = Array.from({ length: 120 }, (_, at) => names.of(`select ${at}`));
  expect(given.filter((name) => name !== undefined)).toHaveLength(100);
  expect(names.of('select 0')).toBe(given[0]);
});
