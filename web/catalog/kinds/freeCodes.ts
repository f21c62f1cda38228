const DIGITS = '0123456789';
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** The number of codes that are offered. */
const MAX_CODES = 5;

/**
 * The free codes nearest to a code of digits and capital letters, at most five, nearest first: codes with the next numbers
 * and the same letters. For a code without a digit, codes with the next letters.
 */
export function freeCodes(code: string, taken: ReadonlySet<string>): string[] {
  const characters = /\d/.test(code) ? DIGITS : LETTERS;
  const positions = [...code].flatMap((sign, at) => (characters.includes(sign) ? [at] : []));
  const total = characters.length ** positions.length;
  const own = positions.reduce(
    (number, at) => number * characters.length + characters.indexOf(code[at] ?? ''),
    0,
  );
  // The last group of digits counts separately: after 0F9 comes 0F8 rather than 1F0.
  const run = characters.length ** lastRun(positions);
  const rank = (number: number) =>
    (Math.floor(number / run) === Math.floor(own / run) ? 0 : 2 * total) +
    2 * Math.abs(number - own) +
    (number < own ? 1 : 0);
  return Array.from({ length: total }, (_, number) => number)
    .toSorted((one, other) => rank(one) - rank(other))
    .map((number) => withNumber(code, positions, characters, number))
    .filter((one) => !taken.has(one))
    .slice(0, MAX_CODES);
}

/** The number of adjacent places at the end. */
function lastRun(positions: readonly number[]): number {
  const last = positions.length - 1;
  const begin = positions.findLastIndex((position, at) => at === 0 || positions[at - 1] !== position - 1);
  return last - begin + 1;
}

/** The code with a number in these places, written with these digits or letters. */
function withNumber(code: string, positions: readonly number[], characters: string, number: number): string {
  const written = [...code];
  let rest = number;
  for (const position of positions.toReversed()) {
    written[position] = characters[rest % characters.length] ?? '';
    rest = Math.floor(rest / characters.length);
  }
  return written.join('');
}
