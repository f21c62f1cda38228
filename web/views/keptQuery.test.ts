import { expect, test } from 'vitest';
import { keptQuery } from './keptQuery.ts';

test.for([
  ['q=art&page=3&size=all&view=1', 'q=art'],
  ['sort=-title&q=art', 'q=art&sort=-title'],
  ['codes=2&codes=10&asOf=now', 'asOf=now&codes=2&codes=10'],
  ['utm=mail&q=a+b', 'q=a+b'],
  ['', ''],
] as const)('of %s, a view of the majors keeps %s', ([query, kept]) => {
  expect(keptQuery('major', query)).toBe(kept);
  expect(keptQuery('major', kept)).toBe(kept);
});

test('the order of names does not matter, and that of the values of one name does', () => {
  expect(keptQuery('changes', 'kind=major&q=a')).toBe(keptQuery('changes', 'q=a&kind=major'));
  expect(keptQuery('changes', 'q=a&q=b')).not.toBe(keptQuery('changes', 'q=b&q=a'));
});
