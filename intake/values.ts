import type { FieldFacts, Option } from '../contract/field.ts';
import type { Candidate, Cell, Known } from './intake.ts';
import { isDate, isPower } from './mangled.ts';
import { termsNamed } from './terms.ts';
import { compact, quoted, wordsOf } from './words.ts';

/** The meaning of a cell: its value, and the standard text of that value if the cell has another. */
export interface Meaning {
  value: string | number | boolean | null;
  as?: string;
  /** What was wrong before the user has chosen this value. */
  solved?: CellError;
}

/** Why a cell cannot be read: the rest of a sentence that begins with the text of the cell. */
export interface CellError {
  wrong: string;
  candidates?: readonly Candidate[];
}

/** A cell and its cleaned `text`; `isChosen` says whether a user has confirmed the text. */
export interface CellInput {
  cell: Cell;
  text: string;
  isChosen: boolean;
}

/** The text of a cell that removes the value. */
export const EMPTY = '(empty)';

/** Reads a cell by the properties of its field. `stored` returns the texts of this field in all items. */
export function meaningOf(
  facts: FieldFacts,
  given: CellInput,
  known: Known,
  stored: () => ReadonlySet<string>,
): Meaning | CellError {
  const { text } = given;
  if (compact(text) === 'empty' && text.startsWith('(')) return { value: null };
  if (facts.byDefault !== undefined) return flagOf(text);
  const { number } = given.cell;
  // A spreadsheet may show a stored number as a dash, which then does not mean 'no value'.
  if (facts.min !== undefined && number !== undefined) return meaningIn(number, String(number), text);
  if (!given.isChosen && NOTHING.test(text) && !stored().has(text)) return possiblyEmpty(facts, text);
  if (facts.lookup === 'term') return termOf(text, known);
  if (facts.lookup === 'award') return awardOf(text, known);
  if (facts.options) return optionOf(facts, text, facts.options);
  if (facts.min !== undefined) return numberOf(facts, text);
  return textOf(facts, given, stored);
}

/** Texts that usually mean 'no value'. */
const NOTHING = /^(n\/a|n\.a\.|-+|–|—|null|none|nil|blank|\((none|blank|null)\))$/i;

/** Asks whether such a text is a value or means 'no value': only the user knows. */
function possiblyEmpty({ label, required, lookup, min, options }: FieldFacts, text: string): CellError {
  const isText = lookup === undefined && min === undefined && options === undefined;
  const asItIs = isText ? [{ value: text, label: `The text ${text}` }] : [];
  const none = required ? [] : [{ value: EMPTY, label: 'No value' }];
  return {
    wrong: required
      ? `may mean that there is no value, but ${label} needs one. Write it`
      : `may mean that there is no value. Choose that, or write ${EMPTY}`,
    candidates: [...none, ...asItIs, ...(options ?? [])],
  };
}

const meaningIn = (value: string | boolean | number, as: string, text: string): Meaning =>
  as === text ? { value } : { value, as };

const flags: Readonly<Record<string, boolean>> = {
  yes: true,
  y: true,
  true: true,
  t: true,
  1: true,
  x: true,
  no: false,
  n: false,
  false: false,
  f: false,
  0: false,
};

function flagOf(text: string): Meaning | CellError {
  const value = /^[✓✔☑]$/u.test(text) ? true : flags[compact(text)];
  if (value === undefined) return { wrong: 'is neither Yes nor No. Write one of them' };
  return meaningIn(value, value ? 'Yes' : 'No', text);
}

function termOf(text: string, { terms }: Known): Meaning | CellError {
  const found = termsNamed(text, terms);
  const [only, ...others] = found;
  if (only && others.length === 0) return meaningIn(only.termYyyyst, only.termLetterYear, text);
  if (only)
    return {
      wrong: `may be ${found.length} terms. Choose one, or write it as ${only.termLetterYear}`,
      candidates: found.map(({ termYyyyst, termLetterYear }) => ({
        value: termYyyyst,
        label: `${termLetterYear} (${termYyyyst})`,
      })),
    };
  const lastFall = terms
    .map(({ termYyyyst }) => termYyyyst)
    .filter((code) => code.endsWith('92'))
    .toSorted()
    .at(-1);
  const example = terms.find(({ termYyyyst }) => termYyyyst === lastFall)?.termLetterYear ?? 'F25';
  if (isDate(text)) return { wrong: `is a date. Write the term, such as ${example}, as text` };
  return { wrong: `is not a known term. Write a term such as ${example}, or ${EMPTY} for none` };
}

function awardOf(text: string, { awardTypes }: Known): Meaning | CellError {
  const exact = awardTypes.find(({ degreeShort }) => degreeShort === text);
  if (exact) return { value: text };
  const found = awardTypes.filter(
    ({ degreeShort, degreeCode }) =>
      compact(degreeShort) === compact(text) || compact(degreeCode) === compact(text),
  );
  const [only, ...others] = found;
  if (only && others.length === 0) return { value: only.degreeShort, as: only.degreeShort };
  if (only)
    return {
      wrong: 'may be several awards. Choose one, or write it as in the list of awards',
      candidates: found.map(({ degreeShort }) => ({ value: degreeShort, label: degreeShort })),
    };
  return { wrong: 'is not a known award. Write one from the list of awards, such as BS' };
}

/** Words of option labels as offices abbreviate them. */
const abbreviations: Readonly<Record<string, string>> = {
  ug: 'undergraduate',
  ugrad: 'undergraduate',
  undergrad: 'undergraduate',
  gr: 'graduate',
  grad: 'graduate',
};

/** By value, by label, by the label's words, also abbreviated, or by the value without its leading zeros. */
function optionOf({ label }: FieldFacts, text: string, options: readonly Option[]): Meaning | CellError {
  const own = wordsOf(text).join(' ');
  const full = wordsOf(text)
    .map((word) => abbreviations[word] ?? word)
    .join(' ');
  const matchers = [
    (option: Option) => option.value.toLowerCase() === text.toLowerCase(),
    (option: Option) => wordsOf(option.label).join(' ') === own,
    (option: Option) => wordsOf(option.label).slice(1).join(' ') === own,
    (option: Option) => wordsOf(option.label).slice(1).join(' ') === full,
    (option: Option) => /^\d+$/.test(text) && option.value === text.padStart(option.value.length, '0'),
  ];
  for (const matcher of matchers) {
    const [only, ...others] = options.filter(matcher);
    if (only && others.length === 0) return meaningIn(only.value, only.value, text);
  }
  const some = options.map(({ value }) => value).join(', ');
  return {
    wrong: `is not a value of ${label}. Write one of ${some}`,
    candidates: options.map(({ value, label }) => ({ value, label })),
  };
}

function numberOf({ label, min = 0, max = 0, decimals = 0 }: FieldFacts, text: string): Meaning | CellError {
  const plain = /^[+-]?\d{1,3}(,\d{3})+(\.\d+)?$/.test(text) ? text.replaceAll(',', '') : text;
  if (/^[+-]?\d+(\.\d+)?$/.test(plain)) return meaningIn(Number(plain), String(Number(plain)), text);
  if (isDate(text)) return { wrong: `is a date. Write ${label} as a number from ${min} to ${max}` };
  const example = decimals > 0 ? ', with a point before decimals' : '';
  return { wrong: `is not a number. Write one from ${min} to ${max}${example}` };
}

/** Reads free text and codes. A spreadsheet may have removed a code's leading zeros, or made it a number or a date. */
function textOf(
  facts: FieldFacts,
  { cell, text, isChosen }: CellInput,
  stored: () => ReadonlySet<string>,
): Meaning | CellError {
  const { length, pattern, maxLength = 0 } = facts;
  if (isChosen) return { value: text };
  const isCode = length !== undefined || pattern !== undefined;
  if ((isCode || cell.stored !== undefined) && isDate(text))
    return { wrong: `is a date. Write ${facts.label} as text: format the cell as text, and type it again` };
  const bare = text.replace(/^'/, '').replace(/\.0+$/, '');
  if (bare !== text && bare.length === length) return meaningIn(bare, bare, text);
  const restored = withZeros(facts, text, isCode || maxLength <= 8 ? stored : () => new Set());
  if (restored.length > 0)
    return {
      wrong: `seems to have lost its zeros in a spreadsheet. Choose the correct value, or format the cells as text and type it with its zeros`,
      candidates: restored.map((value) => ({ value, label: value })),
    };
  const isTooLong = length !== undefined && text.length > length && /^\d+$/.test(text);
  const equal = isTooLong ? sameNumbers(text, stored()) : {};
  if (equal.candidates || isPower(text) || (cell.stored !== undefined && /^\d+E[+-]?\d+$/i.test(text)))
    return {
      wrong: `is a number that a spreadsheet made from ${facts.label}. Format the cells as text, and type it again`,
      ...sameNumbers(text, stored()),
    };
  return { value: text };
}

/** The possible texts of a number before it lost its zeros, the best first; empty if it is complete. */
function withZeros(
  { length, pattern, maxLength = 0 }: FieldFacts,
  text: string,
  stored: () => ReadonlySet<string>,
): string[] {
  if (!/^\d+(\.\d+)?$/.test(text)) return [];
  if (length !== undefined) {
    const whole = text.replace(/\.0+$/, '');
    return whole.length < length ? [whole.padStart(length, '0')] : [];
  }
  if (pattern) {
    if (pattern.test(text)) return [];
    const [before = '', after] = text.split('.');
    const padded = [2, 3].map(
      (wide) => before.padStart(wide, '0') + (maxLength ? `.${(after ?? '').padEnd(4, '0')}` : ''),
    );
    return padded.filter((one) => pattern.test(one)).slice(0, 1);
  }
  if (stored().has(text)) return [];
  const padded = [...stored()].filter(
    (one) => one.length > text.length && one === text.padStart(one.length, '0'),
  );
  return padded.length > 0 ? [...padded, text] : [];
}

/** The stored codes that are the same number, such as 1E5 for 1.00E+05. */
function sameNumbers(text: string, stored: ReadonlySet<string>): { candidates?: Candidate[] } {
  const equal = [...stored].filter((one) => /^\d+E\d+$/i.test(one) && Number(one) === Number(text));
  return equal.length > 0 ? { candidates: equal.map((value) => ({ value, label: value })) } : {};
}

/** The error message about a cell. */
export const sentence = (row: number, header: string, text: string, wrong: string): string =>
  `Row ${row}, ${header}: ${quoted(text)} ${wrong}.`;
