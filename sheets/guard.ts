// What a spreadsheet would run as a formula. A sign on its own is not one. Leading apostrophes are looked through, so that
// a text that only looks guarded is guarded too.
const FORMULA = /^'*[=+\-@\t\r＝＋－＠]./s;
const PLAIN_NUMBER = /^'*[+-]?\d+(\.\d+)?$/;

const needsGuard = (text: string) => FORMULA.test(text) && !PLAIN_NUMBER.test(text);

/** A text as a cell of a CSV, where an apostrophe keeps spreadsheets from running it as a formula. */
export const guarded = (text: string): string => (needsGuard(text) ? `'${text}` : text);

/** Takes off what `guarded` has put on, and nothing else: `unguarded(guarded(text))` is `text`. */
export const unguarded = (text: string): string =>
  text.startsWith("'") && needsGuard(text) ? text.slice(1) : text;
