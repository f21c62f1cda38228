import { expect, test } from 'vitest';
import { StatementNames } from './statementNames.ts';

test('every process gives a statement the same name, and each statement its own', () => {
  const names = new StatementNames();
  const inAnotherProcess = new StatementNames();
  inAnotherProcess.of('select 2');
  expect(inAnotherProcess.of('select 1')).toBe(names.of('select 1'));
  expect(names.of('select 2')).not.toBe(names.of('select 1'));
});

test('a forgotten statement gets a name that was never used before', () => {
  const names = new StatementNames();
  const before = [names.of('select 1'), names.of('select 2')];
  names.forget('select 1');
  const second = names.of('select 1');
  expect(before).not.toContain(second);
  names.forget('select 1');
  expect([...before, second]).not.toContain(names.of('select 1'));
});

test('only the first hundred statements get a name', () => {
  const names = new StatementNames();
  const given = Array.from({ length: 120 }, (_, at) => names.of(`select ${at}`));
  expect(given.filter((name) => name !== undefined)).toHaveLength(100);
  expect(names.of('select 0')).toBe(given[0]);
});
