import { expect, test } from 'vitest';
import { StatementNames } from './statementNames.ts';

test('every process gives a statement the same name, and each statement its own', () => {
  const names = new StatementNames();
  const inAnotherProcess = new StatementNames();
  inAnotherProcess.of('select 2');
  expect(inAnotherProcess.of('select 1')).toEqual(names.of('select 1'));
  expect(names.of('select 2')?.name).not.toBe(names.of('select 1')?.name);
});

test('after a statement is outdated, all statements once get names and texts that no process has used', () => {
  const first = new StatementNames();
  const second = new StatementNames();
  const both = (names: StatementNames) => ['select 1', 'select 2'].map((text) => names.of(text));
  const [outdated, outdatedToo] = both(first);
  if (!outdated || !outdatedToo) throw new Error('There are no names');
  first.renew(outdated);
  second.renew(second.of('select 1') ?? outdated);
  const after = both(first);
  const all = [outdated, outdatedToo, ...after, ...both(second)];
  expect(new Set(all.map((named) => named?.name)).size).toBe(6);
  expect(new Set(all.map((named) => named?.text)).size).toBe(6);
  first.renew(outdatedToo);
  expect(both(first)).toEqual(after);
});

test('only the first hundred statements get a name', () => {
  const names = new StatementNames();
  const all = Array.from({ length: 120 }, (_, at) => names.of(`select ${at}`));
  expect(all.filter((named) => named !== undefined)).toHaveLength(100);
  expect(names.of('select 0')).toBe(all[0]);
});
