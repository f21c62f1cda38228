/** A pseudo-random number generator with reproducible results for a seed (mulberry32). */
export interface Random {
  /** A number from 0 (inclusive) to 1 (exclusive). */
  next(): number;
  /** An integer from 0 (inclusive) to `end` (exclusive). */
  below(end: number): number;
  pick<T>(list: readonly T[]): T;
  chance(of: number): boolean;
  /** Upper-case letters and digits, starting with a letter. */
  code(length: number): string;
  /** A new generator, independent of this one's further numbers. */
  fork(): Random;
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const SIGNS = `${LETTERS}0123456789`;

export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (end: number) => Math.floor(next() * end);
  const pick = <T>(list: readonly T[]): T => {
    if (list.length === 0) throw new Error('Nothing to pick from');
    return list[below(list.length)] as T;
  };
  return {
    next,
    below,
    pick,
    chance: (of) => next() < of,
    code: (length) =>
      pick([...LETTERS]) + Array.from({ length: length - 1 }, () => pick([...SIGNS])).join(''),
    fork: () => randomFrom(below(2 ** 32)),
  };
}
