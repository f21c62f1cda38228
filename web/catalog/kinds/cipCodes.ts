import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { CipCode } from '../../../contract/programs.ts';
import { foldCase } from '../../lib/foldCase.ts';
import { cipCodesQuery } from '../../lib/queries.ts';
import type { Option } from '../../ui/form/options.ts';

/** A code with what it is found by: its digits, and the words of its title. */
interface Entry extends Option {
  digits: string;
  words: readonly string[];
}

const MOST_OPTIONS = 50;
const CODE = /\d{2}\.\d{4}/;
const digitsOf = (text: string) => text.replace(/\D/g, '');
const wordsOf = (text: string) => foldCase(text).match(/[\p{L}\p{N}]+/gu) ?? [];

const entryOf = ({ code, title }: CipCode): Entry => ({
  value: code,
  label: `${code} ${title}`,
  digits: digitsOf(code),
  words: wordsOf(title),
});

/** Whether each word of a text begins a word of the title, in the same order. */
const beginInOrder = (words: readonly string[], title: readonly string[]): boolean => {
  let at = 0;
  return words.every((word) => {
    const found = title.findIndex((own, place) => place >= at && own.startsWith(word));
    at = found + 1;
    return found >= 0;
  });
};

/** 0 is the best rank, -1 none. */
function rankOf({ words }: Entry, typed: readonly string[]): number {
  if (typed.every((word, at) => words[at]?.startsWith(word))) return 0;
  if (beginInOrder(typed, words)) return words[0]?.startsWith(typed[0] ?? '') ? 1 : 2;
  return typed.every((word) => words.some((own) => own.startsWith(word))) ? 3 : -1;
}

/**
 * Returns a function that suggests codes for a text, at most 50. A number finds the codes that begin with it, with or without
 * the point. Words find the titles in which each begins a word: first the titles that begin with all of them, then those that
 * begin with the first and have the others in the same order, then all in the same order, then in any order. Equal ones are in
 * the order of the codes. A code beside words is ignored: words typed into a field that has a code replace it.
 */
export function suggestFrom(codes: readonly CipCode[]): (text: string) => readonly Option[] {
  const entries = codes.map(entryOf);
  return (text) => {
    const typed = text.trim();
    if (/^\d[\d.]*$/.test(typed)) {
      const digits = digitsOf(typed);
      return entries.filter((entry) => entry.digits.startsWith(digits)).slice(0, MOST_OPTIONS);
    }
    const words = wordsOf(typed.replace(CODE, ' '));
    if (words.length === 0) return [];
    const byRank = Map.groupBy(entries, (entry) => rankOf(entry, words));
    return [0, 1, 2, 3].flatMap((rank) => byRank.get(rank) ?? []).slice(0, MOST_OPTIONS);
  };
}

const noCodes: readonly CipCode[] = [];

/** The codes of CIP 2020, once they have loaded. They are requested if `isNeeded`, and only once in a tab. */
export function useCipCodes(isNeeded: boolean) {
  const { data: codes = noCodes } = useQuery({ ...cipCodesQuery, enabled: isNeeded });
  return useMemo(() => {
    const titles = new Map(codes.map(({ code, title }) => [code, title]));
    return {
      suggest: suggestFrom(codes),
      /** The title of a code, or a notice that there is none. Undefined until the codes have loaded. */
      titleOf: (code: string): string | undefined =>
        titles.size > 0 ? (titles.get(code) ?? 'Not in CIP 2020') : undefined,
    };
  }, [codes]);
}
