import type { Term } from '../contract/lookups.ts';
import { seasonOf } from '../contract/runningTerm.ts';
import { compact, wordsOf } from './words.ts';

const seasons: Readonly<Record<string, string>> = {
  f: 'Fall',
  fa: 'Fall',
  fall: 'Fall',
  autumn: 'Fall',
  w: 'Winter',
  wi: 'Winter',
  win: 'Winter',
  winter: 'Winter',
  sp: 'Spring',
  spr: 'Spring',
  spring: 'Spring',
  su: 'Summer',
  sum: 'Summer',
  summer: 'Summer',
  ss: 'Summer',
};
/** The codes of the summer sessions (contract 10) by their names. */
const sessions: Readonly<Record<string, string>> = {
  1: '25',
  i: '25',
  2: '76',
  ii: '76',
  10: '39',
  '10wk': '39',
};
const FILLERS = new Set(['term', 'quarter', 'qtr', 'session', 'week', 'wk', 'of']);

/**
 * The terms that a text can mean: 'F25', '202592', 'Fall 2025', 'fall ’25', '2025 Fall Quarter', 'Summer Session 1 2025'.
 * Empty if it names no term, several if it is ambiguous.
 */
export function termsNamed(text: string, terms: readonly Term[]): readonly Term[] {
  const short = compact(text.replace(/\.0$/, ''));
  const exact = terms.filter(
    ({ termYyyyst, termLetterYear }) =>
      termYyyyst.toLowerCase() === short || compact(termLetterYear) === short,
  );
  return exact.length > 0 ? exact : inWords(text, terms);
}

function inWords(text: string, terms: readonly Term[]): readonly Term[] {
  const words = wordsOf(text)
    .flatMap((word) => word.match(/^([a-z]+)(\d{1,4})$/)?.slice(1) ?? [word])
    .filter((word) => !FILLERS.has(word));
  const years = words.filter((word) => /^(\d{4}|\d{2})$/.test(word) && !(word === '10' && words.length > 2));
  const [year = ''] = years;
  if (years.length !== 1) return [];
  const [first = '', second, ...more] = words.filter((word) => word !== year);
  if (more.length > 0) return [];
  const inYear = terms.filter(({ termYyyyst }) => termYyyyst.slice(0, 4).endsWith(year));
  if (first === '') return year.length === 4 ? inYear : [];
  // A letter from the labels, with the full year.
  const lettered = inYear.filter(
    ({ termLetterYear }) => compact(termLetterYear) === `${first}${year.slice(-2)}`,
  );
  if (second === undefined && lettered.length > 0) return lettered;
  const [season, session] = first in seasons ? [seasons[first], second] : [seasons[second ?? ''], first];
  const inSeason = inYear.filter(({ termYyyyst }) => season !== undefined && seasonOf(termYyyyst) === season);
  if (session === undefined) return inSeason;
  return inSeason.filter(
    ({ termYyyyst }) => season === 'Summer' && termYyyyst.slice(4) === sessions[session],
  );
}
