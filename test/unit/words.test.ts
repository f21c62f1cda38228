import { expect, test } from 'vitest';
import { replacedWordsIn } from '../../scripts/words.mjs';

const wordsIn = (text: string) => replacedWordsIn(text).map(({ word }) => word);

test('replaced words are found in names, comments and strings, with their lines', () => {
  expect(replacedWordsIn("const gray = 1;\n// The licence.\nconst text = 'a colour';")).toEqual([
    { line: 2, word: 'licence', use: 'license' },
    { line: 3, word: 'colour', use: 'color' },
  ]);
  expect(wordsIn('const isAnswered = toldOf(PERSON, byNature);')).toEqual(
    expect.arrayContaining(['Answered', 'told', 'PERSON', 'Nature']),
  );
});

test('standard words that contain them, and words of others, are not reported', () => {
  expect(wordsIn('impersonation, personal, properties, signature, holder, recommend')).toEqual([]);
  expect(wordsIn("select * from derived.school_answer; '?person=' <picture>")).toEqual([]);
});
