import { expect, test } from 'vitest';
import { queryOf, readFilters } from './filters.ts';

const queryAt = (address: string) => queryOf(readFilters(new URLSearchParams(address)));

test('an empty address limits nothing', () => {
  expect(queryAt('')).toEqual({});
});

test('each filter limits the call', () => {
  expect(queryAt('person= Registrar&kind=schoolMajor&action=deleted&origin=import&q= art ')).toEqual({
    actor: 'Registrar',
    kind: 'schoolMajor',
    action: 'deleted',
    origin: 'import',
    q: 'art',
  });
});

test('what no filter can be is left out', () => {
  expect(
    queryAt('kind=person&action=kept&origin=magic&from=soon&to=2025-13-01&person=%20&q=&more=1'),
  ).toEqual({});
});

test('days are whole days in local time, both inclusive, also when the clocks change', () => {
  const { from = '', to = '' } = queryAt('from=2025-11-02&to=2025-11-02') ?? {};
  const [start, end] = [new Date(from), new Date(to)];
  for (const at of [start, end])
    expect([at.getFullYear(), at.getMonth(), at.getDate()]).toEqual([2025, 10, 2]);
  expect([start.getHours(), start.getMinutes(), start.getMilliseconds()]).toEqual([0, 0, 0]);
  expect([end.getHours(), end.getMinutes(), end.getMilliseconds()]).toEqual([23, 59, 999]);
});

test('a text that nothing can have asks nothing', () => {
  expect(queryAt('q=a%00b')).toBeNull();
  expect(queryAt('person=%E2%80%AEx')).toBeNull();
});
