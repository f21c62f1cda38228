import { expect, test } from 'vitest';
import { factsByItem, factTexts, pathOfFound } from './factsOfFinding.ts';

const quarter = (code: string | null) => ({ '202092': 'F20', '202592': 'F25' })[code ?? ''] ?? code;
const item = (kind: string, key: string) => ({ kind, key, label: `${kind} ${key}` });
const fact = (name: string, value: string | number | boolean | null = null) => ({ name, value });

test('the facts of a pair are split where a field repeats', () => {
  const items = [item('major', '1'), item('major', '2')];
  const facts = ['majorCode', 'endTermYyyyst', 'majorCode', 'endTermYyyyst'].map((name) => fact(name));
  expect(factsByItem({ items, facts }).map((own) => own.map(({ name }) => name))).toEqual([
    ['majorCode', 'endTermYyyyst'],
    ['majorCode', 'endTermYyyyst'],
  ]);
});

test('the facts of a relationship and then of its ends belong to it', () => {
  const items = [item('schoolDepartment', '01/7')];
  const facts = [
    fact('startTerm', '202092'),
    fact('endTerm'),
    fact('yearStart', 2000),
    fact('yearEnd', 2024),
    fact('startTerm', '202592'),
    fact('endTerm'),
  ];
  expect(factTexts({ items, facts }, quarter)).toEqual([
    'Start Term: F20 · End Term: none · School Year Start: 2000 · School Year End: 2024 · Department Start Term: F25 · Department End Term: none',
  ]);
});

test('the facts of two programs are those of their degrees and majors', () => {
  const items = [item('majorDegree', '1/2'), item('majorDegree', '3/4')];
  const side = (award: string) => [
    fact('degreeAwarded', award),
    fact('majorSegment', 'U'),
    fact('title20', 'Art'),
  ];
  expect(factTexts({ items, facts: [...side('BA'), ...side('BS')] }, quarter)).toEqual([
    'Degree Award: BA · Major Segment: U Undergraduate · Major Title 20: Art',
    'Degree Award: BS · Major Segment: U Undergraduate · Major Title 20: Art',
  ]);
});

test('a field that no kind has is shown under its own name', () => {
  const items = [item('major', '1')];
  expect(factTexts({ items, facts: [fact('unheardOf', true)] }, quarter)).toEqual(['unheardOf: Yes']);
});

test('an item has its page, as of the term, and a relationship the screen that edits it', () => {
  expect(pathOfFound(item('school', '01'), '202592', '/quality/a')).toBe('/school/01?asOf=202592');
  expect(pathOfFound(item('majorDegree', '12/7'), null, '/quality/a')).toBe(
    '/relationship?from=major&fromKey=12&to=degree&toKey=7&back=%2Fquality%2Fa',
  );
});
