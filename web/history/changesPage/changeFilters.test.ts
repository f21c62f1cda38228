import { expect, test } from 'vitest';
import { queryOf, readFilters } from './changeFilters.ts';

const queryAt = (address: string) => queryOf(readFilters(new URLSearchParams(address)));

test('a URL without filters restricts nothing', () => {
  expect(queryAt('')).toEqual({});
});

test('each filter restricts the request', () => {
  expect(queryAt('person= Registrar&kind=schoolMajor&action=deleted&origin=import&q= art ')).toEqual({
    actor: 'Registrar',
    kind: 'schoolMajor',
    action: 'deleted',
    origin: 'import',
    q: 'art',
  });
});

test('invalid filter values are ignored', () => {
  expect(
    queryAt('kind=person&action=kept&origin=magic&from=soon&to=2025-13-01&person=%20&q=&more=1'),
  ).toEqual({});
});

test('days are whole days of the time zone, both inclusive, also when the clocks change', () => {
  // The `to` of the request is exclusive.
  expect(queryAt('from=2025-11-02&to=2025-11-02')).toEqual({
    from: '2025-11-02T07:00:00.000Z',
    to: '2025-11-03T08:00:00.000Z',
  });
});

test('a text that cannot occur sends no request', () => {
  expect(queryAt('q=a%00b')).toBeNull();
  expect(queryAt('person=%E2%80%AEx')).toBeNull();
});
