import { plainSpaces } from '../../contract/text.ts';

/** Removes differences in case, accents and kinds of spaces, for searching. */
export const foldCase = (text: string): string =>
  // Most texts are plain, and thousands are folded at each keystroke.
  isPlain(text)
    ? text.toLowerCase()
    : plainSpaces(text).normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase('en-US');

// oxlint-disable-next-line no-control-regex -- all of ASCII
const isPlain = (text: string) => /^[\0-\x7f]*$/.test(text);
