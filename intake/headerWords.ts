import { wordsOf } from './words.ts';

/** The standard words of headers, each with what offices write for it. */
const spellings: Readonly<Record<string, string>> = {
  abbreviated: 'abbr abbrev abbrv abbreviation',
  academic: 'acad',
  approved: 'appr apprv apprvd approval',
  award: 'awd',
  campus: 'camp',
  cip: 'cipc',
  code: 'cd cde',
  comment: 'cmt cmnt memo note remark',
  complete: 'compl completed',
  credential: 'cred',
  degree: 'deg degr stvdegc',
  department: 'dep dept dpt stvdept',
  description: 'desc descr',
  discipline: 'disc',
  end: 'ending until through thru exp expiration to',
  instructional: 'instr instruction',
  length: 'len lgth',
  level: 'levl lvl stvlevl',
  long: 'full lng',
  major: 'maj majr mjr stvmajr',
  name: 'nm',
  number: 'nbr no num',
  professional: 'prof',
  program: 'pgm prgm prog',
  school: 'coll college sch schl stvcoll',
  segment: 'seg segm',
  short: 'sht shrt',
  'short description': 'descrshort',
  sort: 'srt',
  special: 'spec',
  start: 'begin beginning eff effective from starting',
  supporting: 'sup supp support supported',
  term: 'qtr quarter sem semester trm',
  title: 'titl ttl',
  week: 'wk',
  year: 'yr',
};

const standardWords: ReadonlyMap<string, string> = new Map(
  Object.entries(spellings).flatMap(([word, others]) =>
    others.split(' ').map((other) => [other, word] as const),
  ),
);

/** Words that do not distinguish columns: 'Active Flag', 'Active (Y/N)' and 'Is Active' are Active. */
const FILLERS = new Set('a the of in is for per and y n ind indctr indicator flag flg'.split(' '));

/**
 * The different words of a header, sorted, without abbreviations and plurals: 'Maj Codes', 'MajorCode' and 'CODE_OF_MAJOR'
 * have the same ones.
 */
export function headerWords(text: string): string[] {
  const separate = text.replaceAll('#', ' number ').replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ');
  const words = wordsOf(separate).flatMap((word) => word.match(/\p{L}+|\p{N}+/gu) ?? []);
  const standard = words.filter((word) => !FILLERS.has(word)).flatMap((word) => standardOf(word).split(' '));
  return [...new Set(standard)].toSorted();
}

function standardOf(word: string): string {
  const singular = /[^ius]s$/.test(word) ? word.slice(0, -1) : word;
  return standardWords.get(word) ?? standardWords.get(singular) ?? singular;
}
