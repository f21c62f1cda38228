import { describe, expect, test } from 'vitest';
import type { ChangeEntry, ChangeSetWithEntries } from '../../../contract/history.ts';
import { readFilters } from './changeFilters.ts';
import { filterOptions, filterTexts, summaryOf } from './changeWords.ts';

const entry = (kind: string, label: string, action: ChangeEntry['action'] = 'deleted'): ChangeEntry => ({
  kind,
  key: label,
  label,
  action,
  fields: [],
  ends: null,
});
const school = { kind: 'school', key: '60', label: '60 School of Art', exists: false } as const;
const related = (label: string): ChangeEntry => ({
  ...entry('schoolMajor', `60 School of Art – ${label}`),
  ends: [school, { kind: 'major', key: label, label, exists: true }],
});

function setOf(entries: ChangeEntry[], values: Partial<ChangeSetWithEntries> = {}): ChangeSetWithEntries {
  const count = (action: ChangeEntry['action']) => entries.filter((one) => one.action === action).length;
  return {
    id: 'one',
    at: '2025-11-18T00:05:00.000Z',
    requestId: null,
    actor: null,
    actingAs: null,
    origin: 'form',
    title: null,
    reason: null,
    undoes: null,
    undoneBy: null,
    created: count('created'),
    updated: count('updated'),
    deleted: count('deleted'),
    entries,
    entryCount: entries.length,
    ...values,
  };
}

describe('The summary of a change set', () => {
  test('names a single row', () => {
    expect(summaryOf(setOf([entry('major', '201 U Biology', 'updated')]))).toBe(
      '1 major edited: 201 U Biology',
    );
    expect(summaryOf(setOf([related('201 U Biology')]))).toBe(
      '1 relationship deleted: 60 School of Art – 201 U Biology',
    );
  });

  test('counts by kind, and names the items', () => {
    const entries = [related('a'), related('b'), entry('school', '60 School of Art')];
    expect(summaryOf(setOf(entries))).toBe('1 school, 2 relationships deleted: 60 School of Art');
    const degrees = ['BA Art', 'BS Art'].map((label) => entry('degree', label, 'created'));
    expect(summaryOf(setOf(degrees))).toBe('2 degrees created: BA Art, BS Art');
  });

  test('counts earlier values, and names their items once', () => {
    const earlier = (field: string): ChangeEntry => ({
      ...entry('earlierValue', '201 U Biology', 'created'),
      key: `major/12/${field}/201992`,
    });
    expect(summaryOf(setOf([earlier('title20'), earlier('titleLong')]))).toBe(
      '2 earlier values created: 201 U Biology',
    );
    expect(summaryOf(setOf([earlier('title20'), entry('major', '201 U Biology', 'updated')]))).toBe(
      '1 earlier value created: 201 U Biology; 1 major edited: 201 U Biology',
    );
  });

  test('counts the rows and names the item that they share if not all rows are known', () => {
    const entries = ['a', 'b', 'c', 'd', 'e'].map(related);
    expect(summaryOf(setOf(entries, { deleted: 1158, entryCount: 1158 }))).toBe(
      '1,158 deleted: 60 School of Art',
    );
  });

  test('names three items at most', () => {
    const majors = ['a', 'b', 'c', 'd'].map((label) => entry('major', label, 'updated'));
    expect(summaryOf(setOf(majors))).toBe('4 majors edited: a, b, c, …');
  });

  test('counts terms and award types like items, and relationships last', () => {
    const entries = [
      entry('term', 'F31', 'created'),
      entry('term', 'W31', 'created'),
      entry('awardType', 'M.Eng.', 'created'),
      entry('major', 'a', 'created'),
    ];
    expect(summaryOf(setOf(entries))).toBe('1 major, 2 terms, 1 award type created: F31, W31, M.Eng., …');
  });

  test('lists several actions after its title', () => {
    const entries = [entry('major', 'a', 'created'), entry('major', 'b', 'updated')];
    expect(summaryOf(setOf(entries, { origin: 'import', title: 'majors.csv', updated: 48 }))).toBe(
      "'majors.csv': 1 major created: a; 48 edited: b",
    );
  });
});

test('the kind filter offers all kinds of rows, relationships by their ends', () => {
  expect(filterOptions.kind).toHaveLength(13);
  expect(filterOptions.kind).toContainEqual({ value: 'awardType', label: 'Award type' });
  expect(filterOptions.kind).toContainEqual({ value: 'schoolMajor', label: 'School – Major' });
});

test('the active filters are described with their labels', () => {
  const texts = (address: string) => filterTexts(readFilters(new URLSearchParams(address)));
  expect(texts('q=art&to=2025-12-31&origin=bulk&kind=schoolMajor&person=registrar')).toEqual([
    'User: registrar',
    'Kind: School – Major',
    'How: Bulk change',
    'To: 2025-12-31',
    'Text: art',
  ]);
  expect(texts('kind=other')).toEqual([]);
});
