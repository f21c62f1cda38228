import { expect, test } from 'vitest';
import { suggestFrom } from './cipCodes.ts';

const suggest = suggestFrom([
  { code: '10.0001', title: 'Applied Computer Sciences' },
  { code: '11.0101', title: 'Computer and Information Sciences, General' },
  { code: '11.0701', title: 'Computer Science' },
  { code: '14.0901', title: 'Computer Engineering, General' },
  { code: '16.0901', title: 'French Language and Literature' },
  { code: '30.7001', title: 'Data Science, General' },
  { code: '45.9999', title: 'Science of Computer Use' },
  { code: '50.0101', title: 'Café Arts, Computing' },
]);
const codesFor = (text: string) => suggest(text).map(({ value }) => value);

test.for([
  ['11', ['11.0101', '11.0701']],
  ['11.07', ['11.0701']],
  ['1107', ['11.0701']],
  ['11.0701', ['11.0701']],
  ['comp sci', ['11.0701', '11.0101', '10.0001', '45.9999']],
  ['COMPUT', ['11.0101', '11.0701', '14.0901', '10.0001', '45.9999', '50.0101']],
  ['sci', ['45.9999', '10.0001', '11.0101', '11.0701', '30.7001']],
  ['cafe', ['50.0101']],
  // Typed after the code that the field already has, or copied with it.
  ['14.0901computer sci', ['11.0701', '11.0101', '10.0001', '45.9999']],
  ['11.0701 Computer Science', ['11.0701', '11.0101', '10.0001', '45.9999']],
  ['mputer', []],
  ['99', []],
  ['  ', []],
  ['.', []],
] as const)('“%s” suggests %j, the best first', ([text, codes]) => {
  expect(codesFor(text)).toEqual(codes);
});

test('at most 50 codes are suggested, with their titles', () => {
  const many = Array.from({ length: 100 }, (_, at) => ({ code: `${at}`, title: 'Art' }));
  expect(suggestFrom(many)('art')).toHaveLength(50);
  expect(suggest('french')).toMatchObject([{ label: '16.0901 French Language and Literature' }]);
});
