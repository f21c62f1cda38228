// A text that a spreadsheet would run as a formula. A single sign is not a formula. The pattern skips leading apostrophes,
// so that a text that only looks guarded is guarded too.
const FORMULA = /^'*[=+\-@\t\r＝＋－＠]./s;
const PLAIN_NUMBER = /^'*[+-]?\d+(\.\d+)?$/;

const needsGuard = (text: string) => FORMULA.test(text) && !PLAIN_NUMBER.test(text);

/** A text as a CSV cell: an apostrophe keeps spreadsheets from running it as a formula. */
export const guarded = (text: string): string => (needsGuard(text) ? `'${text}` : text);

/** Removes the apostrophe that `guarded` adds, and nothing else: `unguarded(guarded(text))` is `text`. */
export const unguarded = (text: string): string =>
  text.startsWith("'") && needsGuard(text) ? text.slice(1) : text;
