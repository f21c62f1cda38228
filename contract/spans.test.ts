import { describe, expect, test } from 'vitest';
import { runningTerm, seasonOf } from './runningTerm.ts';
import { inEffect, termStateIn } from './spans.ts';

describe('The running term', () => {
  const zone = 'America/Los_Angeles';

  test('is the quarter that contains the day', () => {
    for (const [month, code] of [
      ['01', '03'],
      ['03', '03'],
      ['04', '14'],
      ['06', '14'],
      ['07', '25'],
      ['09', '25'],
      ['10', '92'],
      ['12', '92'],
    ])
      for (const day of ['01', '30'])
        expect(runningTerm(new Date(`2026-${month}-${day}T20:00:00Z`), zone)).toBe(`2026${code}`);
  });

  test.for([
    ['2026-04-01T06:59:59Z', 'America/Los_Angeles', '202603'],
    ['2026-04-01T07:00:00Z', 'America/Los_Angeles', '202614'],
    ['2027-01-01T07:59:59Z', 'America/Los_Angeles', '202692'],
    ['2027-01-01T08:00:00Z', 'America/Los_Angeles', '202703'],
    ['2026-12-31T10:00:00Z', 'Pacific/Kiritimati', '202703'],
    ['2027-01-01T00:00:00Z', 'UTC', '202703'],
  ] as const)('at %s in %s is %s', ([now, timeZone, term]) => {
    expect(runningTerm(new Date(now), timeZone)).toBe(term);
  });
});

describe('A span', () => {
  const { start, end } = { start: '202403', end: '202692' };

  test('of terms is in effect from its start through its end, or indefinitely if there is none', () => {
    for (const [term, isIn] of [
      ['202392', false],
      ['202403', true],
      ['202592', true],
      ['202692', true],
      ['202703', false],
    ] as const) {
      expect(inEffect({ start, end }, term), term).toBe(isIn);
      expect(inEffect({ start, end: null }, term), term).toBe(term >= start);
      expect(inEffect({ start: null, end }, term), term).toBe(term <= end);
      expect(inEffect({ start: null, end: null }, term), term).toBe(true);
    }
  });

  test('of years includes every term of its first and last year', () => {
    for (const [term, isIn] of [
      ['202392', false],
      ['202403', true],
      ['202692', true],
      ['202703', false],
    ] as const) {
      expect(inEffect({ start: 2024, end: 2026 }, term), term).toBe(isIn);
      expect(inEffect({ start: 2024, end: null }, term), term).toBe(term >= '2024');
      expect(inEffect({ start: null, end: 2026 }, term), term).toBe(term < '2027');
      expect(inEffect({ start: null, end: null }, term), term).toBe(true);
    }
  });

  test('that ends in summer is still in effect during the summer sessions, but not in fall', () => {
    const summer = { start: null, end: '202676' };
    expect(inEffect(summer, runningTerm(new Date('2026-08-01T20:00:00Z'), 'UTC'))).toBe(true);
    expect(inEffect(summer, runningTerm(new Date('2026-11-21T20:00:00Z'), 'UTC'))).toBe(false);
  });
});

test('a term belongs to a season, with all sessions of a summer in one', () => {
  const seasons = ['201903', '201914', '201925', '201939', '201976', '201992'].map(seasonOf);
  expect(seasons).toEqual(['Winter', 'Spring', 'Summer', 'Summer', 'Summer', 'Fall']);
});

test('a term whose code names no season has none', () => {
  expect(seasonOf('201901')).toBeUndefined();
  expect(seasonOf('2025S1')).toBeUndefined();
});

test('a term whose code has letters comes after those with digits', () => {
  expect(
    ['202576', '202592', '202603'].map((term) => inEffect({ start: '2025S1', end: null }, term)),
  ).toEqual([false, false, true]);
  expect(inEffect({ start: 2025, end: 2025 }, '2025S1')).toBe(true);
});

test('a span is still to come before its start, and has ended after its end', () => {
  const span = { start: '201992', end: '202503' };
  const states = ['201976', '201992', '202503', '202514'].map((term) => termStateIn(span, term));
  expect(states).toEqual(['to come', 'in effect', 'in effect', 'ended']);
  expect(termStateIn({ start: 2019, end: null }, '201892')).toBe('to come');
  expect(termStateIn({ start: null, end: 2019 }, '202003')).toBe('ended');
});
