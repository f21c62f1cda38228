import { expect, test } from 'vitest';
import { isCleanText, normalizeText } from './text.ts';

/** All characters that have a property. */
const having = (property: string) => {
  const pattern = new RegExp(`^\\p{${property}}$`, 'u');
  return Array.from({ length: 0x110000 }, (_none, code) => String.fromCodePoint(code)).filter((one) =>
    pattern.test(one),
  );
};

test('every kind of space becomes an ordinary one', () => {
  const spaces = having('Zs');
  expect(spaces).toHaveLength(17);
  for (const space of spaces) {
    expect(isCleanText(`a${space}b`)).toBe(true);
    expect(normalizeText(`${space}a${space}${space}b${space}`)).toBe('a  b');
  }
});

test.for(['\u00ad', '\u180e', '\u200b', '\u200d', '\u2060', '\u2800', '\ufeff'])(
  'what has no width or is no space stays within a text: %j',
  (character) => {
    expect(normalizeText(`a${character}b`)).toBe(`a${character}b`);
  },
);

test('tabs, line breaks and separators are no spaces', () => {
  for (const control of ['\t', '\u000b', '\u0085', '\u2028', '\u2029'])
    expect(isCleanText(`a${control}b`)).toBe(false);
  expect(normalizeText('a\u2028b\u2029c\r\nd')).toBe('a\nb\nc\nd');
});
