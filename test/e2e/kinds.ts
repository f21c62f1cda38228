import type { Locator, Page } from '@playwright/test';
import type { ItemKind } from '../../contract/kinds.ts';
import { randomLetters, unusedCode } from './data.ts';
import { choose, fill } from './forms.ts';

// The four kinds of items as a user sees them.

interface Kind {
  noun: ItemKind;
  title: string;
  collection: string;
  /** Fills in a new item's required fields. The text makes it unique. */
  fillIn: (page: Page, opened: Locator, text: string) => Promise<void>;
  /** The label of the input that holds the text. */
  box: string;
  /** The question before it is deleted. */
  question: (text: string) => RegExp;
}

export const kinds: readonly Kind[] = [
  {
    noun: 'school',
    title: 'School',
    collection: 'schools',
    fillIn: async (page, opened, text) =>
      fill(opened, { 'School Code': (await unusedCode(page, 'school')).toLowerCase(), Title: text }),
    box: 'Title',
    question: () => /^Are you sure you want to delete school code [A-Z]{2}\?$/,
  },
  {
    noun: 'department',
    title: 'Department',
    collection: 'departments',
    fillIn: (_page, opened, text) => fill(opened, { 'Title 7': randomLetters(7), 'Title 40': text }),
    box: 'Title 40',
    question: () => /^Are you sure you want to delete department code \d+\?$/,
  },
  {
    noun: 'degree',
    title: 'Degree',
    collection: 'degrees',
    async fillIn(_page, opened, text) {
      await choose(opened, 'Award', 'BA');
      await fill(opened, { Title: text });
    },
    box: 'Title',
    question: (text) => new RegExp(`^Are you sure you want to delete BA ${text}\\?$`),
  },
  {
    noun: 'major',
    title: 'Major',
    collection: 'majors',
    fillIn: async (page, opened, text) =>
      fill(opened, { 'Major Code': (await unusedCode(page, 'major')).toLowerCase(), 'Title 20': text }),
    box: 'Title 20',
    question: () => /^Are you sure you want to delete major code [A-Z0-9]{3}\?$/,
  },
];

/** A kind whose code is its key, and a kind whose key the database assigns: for behavior that all kinds share. */
export const twoKinds = kinds.filter(({ noun }) => noun === 'school' || noun === 'major');
