import { expect, test } from 'vitest';
import { changeForm } from './change.ts';
import { degreeCreateForm, degreeForm } from './degree.ts';
import { departmentForm } from './department.ts';
import { type Form, factsOfForm } from './form.ts';
import { majorForm } from './major.ts';
import { applyForm } from './proposals.ts';
import { programForm, relationshipForm } from './relationships.ts';
import { reportFilter } from './report.ts';
import { schoolForm } from './school.ts';
import { isCleanText, lengthOf, MOST_IN_TEXT, normalizeText } from './text.ts';

/** All characters with a Unicode property. */
const charactersWith = (property: string) => {
  const pattern = new RegExp(`^\\p{${property}}$`, 'u');
  return Array.from({ length: 0x110000 }, (_none, code) => String.fromCodePoint(code)).filter((character) =>
    pattern.test(character),
  );
};

test('every kind of space becomes an ordinary space', () => {
  const spaces = charactersWith('Zs');
  expect(spaces).toHaveLength(17);
  for (const space of spaces) {
    expect(isCleanText(`a${space}b`)).toBe(true);
    expect(normalizeText(`${space}a${space}${space}b${space}`)).toBe('a  b');
  }
});

test.for(['\u00ad', '\u180e', '\u200b', '\u200d', '\u2060', '\u2800', '\ufeff'])(
  'a character without width or that is not a space stays within a text: %j',
  (character) => {
    expect(normalizeText(`a${character}b`)).toBe(`a${character}b`);
  },
);

test('tabs, line breaks and separators are not spaces', () => {
  for (const control of ['\t', '\u000b', '\u0085', '\u2028', '\u2029'])
    expect(isCleanText(`a${control}b`)).toBe(false);
  expect(normalizeText('a\u2028b\u2029c\r\nd')).toBe('a\nb\nc\nd');
});

test('no code point of NFC consists of more units than a text may have for each', () => {
  const max = charactersWith('Assigned').reduce(
    (length, character) => Math.max(length, character.normalize('NFD').length),
    0,
  );
  expect(max).toBeLessThanOrEqual(8);
});

test('a text too long for any field is not converted to NFC, which takes quadratic time for many accents', () => {
  const accents = 'a' + '\u0301\u0327'.repeat(32_000);
  expect(normalizeText(accents)).toBe(accents);
  expect(lengthOf(normalizeText('a\u0301'.repeat(500)))).toBe(500);
});

test('no field accepts longer text than is converted to NFC', () => {
  const forms: Form[] = [
    changeForm,
    schoolForm,
    departmentForm,
    degreeForm,
    degreeCreateForm,
    majorForm,
    relationshipForm,
    programForm,
    applyForm,
    reportFilter,
  ];
  const lengths = forms.flatMap((form) =>
    Object.values(factsOfForm(form)).map(({ maxLength = 0 }) => maxLength),
  );
  expect(Math.max(...lengths)).toBe(MOST_IN_TEXT);
});
