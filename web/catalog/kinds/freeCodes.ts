const DIGITS = '0123456789';
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** As many are offered. */
const MOST = 5;

/**
 * The free codes that are nearest to a code of digits and capital letters, at most five, nearest first: those with the
 * next numbers, where the letters stay. Of a code without a digit, those with the next letters.
 */
export function freeCodes(code: string, taken: ReadonlySet<string>): string[] {
  const signs = /\d/.test(code) ? DIGITS : LETTERS;
  const places = [...code].flatMap((sign, at) => (signs.includes(sign) ? [at] : []));
  const total = signs.length ** places.length;
  const own = places.reduce((number, at) => number * signs.length + signs.indexOf(code[at] ?? ''), 0);
  // The last run of digits counts on by itself: after 0F9 comes 0F8 rather than 1F0.
  const run = signs.length ** lastRun(places);
  const rank = (number: number) =>
    (Math.floor(number / run) === Math.floor(own / run) ? 0 : 2 * total) +
    2 * Math.abs(number - own) +
    (number < own ? 1 : 0);
  return Array.from({ length: total }, (_, number) => number)
    .toSorted((one, other) => rank(one) - rank(other))
    .map((number) => withNumber(code, places, signs, number))
    .filter((one) => !taken.has(one))
    .slice(0, MOST);
}

/** How many places at the end stand side by side. */
function lastRun(places: readonly number[]): number {
  const last = places.length - 1;
  const begin = places.findLastIndex((place, at) => at === 0 || places[at - 1] !== place - 1);
  return last - begin + 1;
}

/** The code with a number in these places, written with these signs. */
function withNumber(code: string, places: readonly number[], signs: string, number: number): string {
  const written = [...code];
  let rest = number;
  for (const place of places.toReversed()) {
    written[place] = signs[rest % signs.length] ?? '';
    rest = Math.floor(rest / signs.length);
  }
  return written.join('');
}
