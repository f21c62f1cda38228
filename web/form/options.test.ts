import { describe, expect, test } from 'vitest';
import { findOptions, namedOptions, offered } from './options.ts';

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

test('does not say of a chosen value that it is missing from a list that has not been read', () => {
  expect(offered([], ['9']).map(({ label }) => label)).toEqual(['9']);
});

describe('Typing in a dropdown', () => {
  const terms = ['F19 Fall', 'F98 Fall', 'S19 Spring', 'Y19 Summer', 'Z19 Summer'].map((text) => {
    const [label = '', season = ''] = text.split(' ');
    const year = (label.endsWith('98') ? '19' : '20') + label.slice(1);
    return { value: text, label, also: [`${season} ${year}`] };
  });
  const found = (text: string) => findOptions(terms, text).map(({ label }) => label);
  const named = (text: string) => namedOptions(terms, text).map(({ label }) => label);

  test('finds options whose label contains the text', () => {
    expect(found('f19')).toEqual(['F19']);
    expect(found(' 9')).toEqual(['F19', 'F98', 'S19', 'Y19', 'Z19']);
  });

  test('finds them by their other names only if no label contains the text', () => {
    expect(found('19')).not.toContain('F98');
    expect(found('2019')).toEqual(['F19', 'S19', 'Y19', 'Z19']);
    expect(found('fall')).toEqual(['F19', 'F98']);
    expect(found('Summer 2019')).toEqual(['Y19', 'Z19']);
  });

  test('finds them by the beginnings of words, in any order', () => {
    expect(found('2019 fa')).toEqual(['F19']);
    expect(found('all')).toEqual([]);
    const majors = [{ value: '1', label: 'Information & Computer Science (201)' }];
    expect(findOptions(majors, 'comp sci')).toEqual(majors);
    expect(findOptions(majors, '201 inf')).toEqual(majors);
  });

  test('names the options that the text is the full label of, or else another name of', () => {
    expect(named('f19')).toEqual(['F19']);
    expect(named('fall 2019')).toEqual(['F19']);
    expect(named('summer 2019')).toEqual(['Y19', 'Z19']);
    expect(named('fall')).toEqual([]);
    expect(named('')).toEqual([]);
  });
});
