import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { freeCodes } from './freeCodes.ts';

const near = (code: string, ...taken: string[]) => freeCodes(code, new Set([code, ...taken]));

describe('the nearest free codes', () => {
  test.each([
    ['0F5', ['0F6', '0F4', '0F7', '0F3', '0F8']],
    ['07T', ['08T', '06T', '09T', '05T', '10T']],
    ['345', ['346', '344', '347', '343', '348']],
    ['0F0', ['0F1', '0F2', '0F3', '0F4', '0F5']],
    ['ZZZ', ['ZZY', 'ZZX', 'ZZW', 'ZZV', 'ZZU']],
  ])('of %s', (code, expected) => expect(near(code)).toEqual(expected));

  test('are not used by any major', () =>
    expect(near('345', '346', '344')).toEqual(['347', '343', '348', '342', '349']));

  test('differ in the last number, and in an earlier number only if all last numbers are used', () => {
    expect(near('0F9', '0F8')).toEqual(['0F7', '0F6', '0F5', '0F4', '0F3']);
    const all = Array.from({ length: 10 }, (_, at) => `0F${at}`);
    expect(near('0F9', ...all)).toEqual(['1F0', '1F1', '1F2', '1F3', '1F4']);
  });
});

const DIGITS = [...'0123456789'];
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const code = fc.string({ unit: fc.constantFrom(...DIGITS, ...LETTERS), minLength: 3, maxLength: 3 });
const shapeOf = (text: string) => text.replace(/\d/g, '#');

test('of any code: at most five, without duplicates, free, and of the same shape', () => {
  fc.assert(
    fc.property(code, fc.array(code, { maxLength: 60 }), (own, others) => {
      const taken = new Set([own, ...others]);
      const found = freeCodes(own, taken);
      expect(new Set(found).size).toBe(found.length);
      expect(found.length).toBeLessThanOrEqual(5);
      for (const one of found) {
        expect(taken).not.toContain(one);
        if (/\d/.test(own)) expect(shapeOf(one)).toBe(shapeOf(own));
        else expect(one).toMatch(/^[A-Z]{3}$/);
      }
    }),
  );
});

test('are five if there are five, and no omitted code is nearer', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 999 }),
      fc.uniqueArray(fc.integer({ min: 0, max: 999 })),
      (at, used) => {
        const text = (number: number) => String(number).padStart(3, '0');
        const taken = new Set([at, ...used].map(text));
        const free = Array.from({ length: 1000 }, (_, number) => number).filter(
          (one) => !taken.has(text(one)),
        );
        const distances = free.map((one) => Math.abs(one - at)).toSorted((one, other) => one - other);
        const found = freeCodes(text(at), taken).map((one) => Math.abs(Number(one) - at));
        expect(found).toEqual(distances.slice(0, 5));
      },
    ),
  );
});

test('are empty if no code of the shape is free', () => {
  const all = Array.from({ length: 1000 }, (_, at) => String(at).padStart(3, '0'));
  expect(freeCodes('345', new Set(all))).toEqual([]);
});
