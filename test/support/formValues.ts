import type { Examples, FieldFacts } from '../../contract/field.ts';

/** A legal value and its stored form. */
export type Good = [given: unknown, stored: unknown];
/** An illegal value and the rules it breaks, each with its message. */
export type Bad = [given: unknown, ...broken: [rule: string, message: string][]];

const UNCLEAN = [
  '\u0000',
  '\u0001',
  '\u0007',
  '\t',
  '\u007f',
  '\u0085',
  '\u009f',
  '\u061c',
  '\u200e',
  '\u200f',
]
  .concat(['\u202a', '\u202e', '\u2066', '\u2069', '\ud800', '\udc00'])
  .map((character) => `a${character}b`);

// Texts that look empty.
const BLANK = [
  ' \u3000 ',
  '\u200b',
  '\u200d\u2060',
  '\ufeff\u00ad \u3164',
  '\u2800\ufe0f',
  '\u{e0041}\u{1d173}',
];

/** Legal values at the limits of a field. `own` is its value in a legal form, if any. */
export function goodValues(facts: FieldFacts, own: unknown): Good[] {
  const { maxLength, length, pattern, examples, options, min, max, decimals, lookup, byDefault, required } =
    facts;
  const nothing: Good[] = required
    ? []
    : [
        [null, byDefault ?? null],
        [undefined, byDefault ?? null],
      ];
  if (byDefault !== undefined) return [...nothing, [true, true], [false, false]];
  if (decimals !== undefined) return [...nothing, ...numbers(min ?? 0, max ?? 0, decimals)];
  if (!required) for (const space of ['', ...BLANK]) nothing.push([space, null]);
  const same = (values: unknown[]): Good[] => values.map((value) => [value, value]);
  if (options) return [...nothing, ...same(options.map(({ value }) => value))];
  if (lookup === 'award') return [...nothing, ...same(['BA', 'PhD']), [' BA ', 'BA']];
  if (lookup === 'term') return [...nothing, ...same(['202592', '203092'])];
  if (length !== undefined && examples)
    return [...nothing, ...same([...examples.valid]), [` ${String(own)} `, own]];
  if (length !== undefined) return [...nothing, [String(own).toLowerCase(), own], [` ${String(own)} `, own]];
  if (pattern) return [...nothing, ...same([...examplesOf(facts).valid])];
  return [...nothing, ...texts(facts, maxLength ?? 0)];
}

/** Values just beyond the limits of a field, and of the wrong type. */
export function badValues(facts: FieldFacts): Bad[] {
  const { label, maxLength, length, pattern, options, lookup, byDefault, decimals, required } = facts;
  if (byDefault !== undefined)
    return ['true', 'false', '', 1, 0, [true], {}].map((value) => [
      value,
      ['BAD_TYPE', `${label} must be true or false`],
    ]);
  if (decimals !== undefined) return badNumbers(facts);
  const bad: Bad[] = [5, true, false, ['x'], {}].map((value) => [
    value,
    ['BAD_TYPE', `${label} must be text`],
  ]);
  for (const value of facts.lines ? UNCLEAN : [...UNCLEAN, 'a\nb', 'a\r', 'a\u2028b', '\u2029'])
    bad.push([value, ['BAD_FORMAT', `${label} must not contain control or direction characters`]]);
  if (required)
    for (const value of ['', ...BLANK, null, undefined])
      bad.push([value, ['REQUIRED', `${label} is required`]]);
  const all = (values: string[], rule: string, message: string) => {
    for (const value of values) bad.push([value, [rule, `${label} ${message}`]]);
  };
  if (options)
    all(['?', 'u', 'NN'], 'UNKNOWN_VALUE', `must be one of ${options.map(({ value }) => value).join(', ')}`);
  else if (lookup)
    for (const value of ['209993', 'ba']) all([value], 'UNKNOWN_VALUE', `${value} does not exist`);
  else if (length !== undefined) {
    all(
      ['A'.repeat(length - 1), 'A'.repeat(length + 1), 'ß'],
      'WRONG_LENGTH',
      `must be exactly ${length} characters`,
    );
    if (facts.examples) all([...facts.examples.invalid], 'BAD_FORMAT', `must be ${facts.hint}`);
    else
      all(
        ['-', ' ', '\u0131', 'é', '٣', '😀']
          .map((odd) => `A${odd}A`.slice(3 - length))
          .filter((value) => [...value].length === length && value.trim() === value),
        'BAD_FORMAT',
        'must be letters and digits',
      );
  } else if (pattern) {
    all([...examplesOf(facts).invalid], 'BAD_FORMAT', `must be ${facts.format ?? facts.hint}`);
    if (maxLength !== undefined)
      bad.push([
        'x'.repeat(maxLength + 1),
        ['TOO_LONG', `${label} must be at most ${maxLength} characters`],
        ['BAD_FORMAT', `${label} must be ${facts.format ?? facts.hint}`],
      ]);
  } else if (maxLength !== undefined)
    all(
      ['x', '😀', 'e\u0301'].map((one) => one.repeat(maxLength + 1)),
      'TOO_LONG',
      `must be at most ${maxLength} characters`,
    );
  return bad;
}

/** The examples of a pattern. Throws if the field has none, or one that is too long to show what the pattern rejects. */
export function examplesOf({ label, examples, maxLength = Infinity }: FieldFacts): Examples {
  if (!examples) throw new Error(`${label} has a pattern and no examples`);
  if (examples.invalid.some((one) => [...one].length > maxLength))
    throw new Error(`${label} has an example that is too long`);
  return examples;
}

function texts({ lines }: FieldFacts, maxLength: number): Good[] {
  const good: Good[] = ['x', 'é', '😀'].map((one) => [one.repeat(maxLength), one.repeat(maxLength)]);
  good.push(['e\u0301'.repeat(maxLength), 'é'.repeat(maxLength)]);
  good.push([`  ${'y'.repeat(maxLength)}\u00a0`, 'y'.repeat(maxLength)], [`<'"%_\\`, `<'"%_\\`]);
  if (maxLength >= 5) good.push(['a\u00a0b\u3000c', 'a b c']);
  // A family emoji: several emojis combined by an otherwise invisible joiner.
  if (maxLength >= 5) good.push(['👩\u200d👧\u200d👦', '👩\u200d👧\u200d👦']);
  if (lines) good.push(['a\r\nb\rc\n\nd\n', 'a\nb\nc\n\nd'], ['a\u2028b\u2029c', 'a\nb\nc']);
  return good;
}

function numbers(min: number, max: number, decimals: number): Good[] {
  return [min, max, rounded(min + 10 ** -decimals, decimals), rounded(max - 10 ** -decimals, decimals)].map(
    (value) => [value, value],
  );
}

function badNumbers({ label, min = 0, max = 0, decimals = 0 }: FieldFacts): Bad[] {
  const outside = `${label} must be between ${min} and ${max}`;
  const tooFine = `${label} must ${decimals === 0 ? 'be a whole number' : `have at most ${decimals} decimals`}`;
  const step = 10 ** -decimals;
  return [
    ...['5', '', true, [5], [], {}].map((value): Bad => [value, ['BAD_TYPE', `${label} must be a number`]]),
    ...[rounded(min - step, decimals), rounded(max + step, decimals), -5, 2 ** 53].map(
      (value): Bad => [value, ['OUT_OF_RANGE', outside]],
    ),
    [min + 1 + step / 2, ['BAD_FORMAT', tooFine]],
    [max + 1 + step / 2, ['OUT_OF_RANGE', outside], ['BAD_FORMAT', tooFine]],
  ];
}

const rounded = (value: number, decimals: number) => Number(value.toFixed(decimals));
