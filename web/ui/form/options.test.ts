import { describe, expect, test } from 'vitest';
import { findOptions, type Option, offered, problemOf } from './options.ts';

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

test('does not mark a chosen value as missing before the list has loaded', () => {
  expect(offered([], ['9']).map(({ label }) => label)).toEqual(['9']);
});

describe('Typing in a dropdown', () => {
  const terms = ['F19 Fall', 'F98 Fall', 'S19 Spring', 'Y19 Summer', 'Z19 Summer'].map((text) => {
    const [label = '', season = ''] = text.split(' ');
    const year = (label.endsWith('98') ? '19' : '20') + label.slice(1);
    return { value: text, label, also: [`${season} ${year}`] };
  });
  const majors = [
    { value: '201', label: 'Information & Computer Science (201)', code: '201' },
    { value: '20', label: 'Comparative Literature (20)', code: '20' },
    { value: '9', label: 'Room 201 Studies (9)', code: '9' },
    { value: '201', label: 'Computer Science (201)', code: '201' },
    { value: '4', label: 'Applied 3D-Computing 201x (4)', code: '4' },
  ];
  const labels = (some: readonly { label: string }[]) => some.map(({ label }) => label);
  const found = (text: string) => labels(findOptions(terms, text).options);
  const best = (text: string) => labels(findOptions(majors, text).best);
  const taken = (text: string, options: readonly Option[] = majors) =>
    findOptions(options, text).taken?.label;

  test('shows options whose label contains the text', () => {
    expect(found('f19')).toEqual(['F19']);
    expect(found(' 9')).toEqual(['F19', 'F98', 'S19', 'Y19', 'Z19']);
  });

  test('shows options by their other names only if no label matches', () => {
    expect(found('19')).not.toContain('F98');
    expect(found('2019')).toEqual(['F19', 'S19', 'Y19', 'Z19']);
    expect(found('fall')).toEqual(['F19', 'F98']);
    expect(found('Summer 2019')).toEqual(['Y19', 'Z19']);
  });

  test('shows options by the beginnings of words, in any order', () => {
    expect(found('2019 fa')).toEqual(['F19']);
    expect(found('all')).toEqual([]);
    expect(best('201 inf')).toEqual(['Information & Computer Science (201)']);
  });

  test('ranks a code that equals the text, then a code that begins with it, then words, then labels that contain it', () => {
    expect(best('201')).toEqual(['Information & Computer Science (201)']);
    expect(best('2')).toEqual(['Information & Computer Science (201)', 'Comparative Literature (20)']);
    expect(best('comp')).toEqual([
      'Information & Computer Science (201)',
      'Comparative Literature (20)',
      'Applied 3D-Computing 201x (4)',
    ]);
    expect(best('omp')).toEqual([
      'Information & Computer Science (201)',
      'Comparative Literature (20)',
      'Applied 3D-Computing 201x (4)',
    ]);
    expect(best('nothing')).toEqual([]);
  });

  test('shows the best matches first', () => {
    expect(labels(findOptions(majors, '20').options)).toEqual([
      'Comparative Literature (20)',
      'Information & Computer Science (201)',
      'Computer Science (201)',
      'Room 201 Studies (9)',
      'Applied 3D-Computing 201x (4)',
    ]);
  });

  test('chooses an option if its code equals the text, or if it is the only option of the best rank', () => {
    expect(taken('20')).toBe('Comparative Literature (20)');
    expect(taken('2')).toBeUndefined();
    expect(taken('room')).toBe('Room 201 Studies (9)');
    expect(taken('')).toBeUndefined();
    expect(taken('f19', terms)).toBe('F19');
    expect(taken('fall 2019', terms)).toBe('F19');
    expect(taken('summer 2019', terms)).toBeUndefined();
    expect(taken('fall', terms)).toBeUndefined();
  });

  test('counts options with the same value as one', () => {
    expect(taken('201')).toBe('Information & Computer Science (201)');
    expect(taken('computer sci')).toBe('Information & Computer Science (201)');
  });

  test('shows how many options a text matches, and names the first', () => {
    const says = (text: string, options: readonly Option[] = terms) =>
      problemOf(findOptions(options, text), text);
    expect(says('summer 2019')).toBe('Choose one of 2: Y19, Z19');
    expect(says(' 9 ')).toBe('Choose one of 5: F19, F98, S19, …');
    expect(says(' F77 ')).toBe('Nothing matches “F77”. Choose from the list, or clear the text.');
  });
});
