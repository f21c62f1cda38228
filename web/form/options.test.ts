import { expect, test } from 'vitest';
import { offered } from './options.ts';

const options = [
  { value: '2', label: 'Zoology' },
  { value: '1', label: 'Art', retired: true },
  { value: '3', label: 'Botany' },
];
const labels = (chosen: string[]) => offered(options, chosen).map(({ label }) => label);

test('offers active options, sorted by label', () => {
  expect(labels([])).toEqual(['Botany', 'Zoology']);
});

test('keeps and marks a chosen value that is inactive', () => {
  expect(labels(['1'])).toEqual(['Art (inactive)', 'Botany', 'Zoology']);
});

test('keeps and marks a chosen value that is not in the list', () => {
  expect(labels(['9'])).toEqual(['9 (not in the list)', 'Botany', 'Zoology']);
});
