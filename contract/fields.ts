import {
  type Examples,
  type Fail,
  type Field,
  type FieldFacts,
  field,
  type JsonSchema,
  type Option,
  orNull,
  type Rule,
} from './field.ts';
import { isCleanLines, isCleanText, lengthOf, normalizeText } from './text.ts';
import { readTime } from './time.ts';

// This file is long because it has all kinds of fields, which share the functions that read and reject values.

function readText(about: FieldFacts, value: unknown, fail: Fail): string | null {
  if (value !== null && value !== undefined && typeof value !== 'string') {
    fail('BAD_TYPE', `${about.label} must be text`);
    return null;
  }
  if (typeof value === 'string' && !(about.lines ? isCleanLines(value) : isCleanText(value))) {
    fail('BAD_FORMAT', `${about.label} must not contain control or direction characters`);
    return null;
  }
  const text = normalizeText(value ?? '');
  if (text === '') {
    if (about.required) fail('REQUIRED', `${about.label} is required`);
    return null;
  }
  return text;
}

function checkLength({ label, maxLength }: FieldFacts, text: string, fail: Fail): void {
  if (maxLength !== undefined && lengthOf(text) > maxLength)
    fail('TOO_LONG', `${label} must be at most ${maxLength} characters`);
}

function textField<Value extends string | null>(about: FieldFacts): Field<Value, string | null | undefined> {
  const { label, maxLength, length, pattern } = about;
  const json: JsonSchema = { type: 'string' };
  if (maxLength !== undefined) json.maxLength = maxLength;
  if (about.required) json.minLength = 1;
  if (length !== undefined) Object.assign(json, { minLength: length, maxLength: length });
  if (pattern) json.pattern = pattern.source;
  if (about.options)
    json.enum = [...about.options.map(({ value }) => value), ...(about.required ? [] : [null])];
  return field<Value, string | null | undefined>(about, orNull(json, about.required), (value, fail) => {
    const text = readText(about, value, fail);
    if (text === null) return null as Value;
    checkLength(about, text, fail);
    if (length !== undefined && lengthOf(text) !== length)
      fail('WRONG_LENGTH', `${label} must be exactly ${length} characters`);
    else if (pattern && !pattern.test(text))
      fail('BAD_FORMAT', `${label} must be ${about.format ?? about.hint}`);
    if (about.options && !about.options.some((option) => option.value === text))
      fail(
        'UNKNOWN_VALUE',
        `${label} must be one of ${about.options.map((option) => option.value).join(', ')}`,
      );
    // Upper case comes last, because some letters that are invalid in a code, such as ß, become valid in upper case.
    return (about.upperCase ? text.toUpperCase() : text) as Value;
  });
}

/** Optional single-line text. */
export const text = (label: string, maxLength: number) =>
  textField<string | null>({ label, maxLength, required: false });

/** Required single-line text. */
export const requiredText = (label: string, maxLength: number) =>
  textField<string>({ label, maxLength, required: true });

/** Optional multi-line text of at most 500 characters. */
export const comments = (label = 'Comments') =>
  textField<string | null>({ label, maxLength: 500, required: false, lines: true });

/** The reason for a change. Its error codes are the same in all requests. */
export const reason = () =>
  textField<string | null>({ label: 'Reason', maxLength: 500, required: false, entity: 'CHANGE' });

/** Required UUID. */
export const uuid = (label: string) =>
  textField<string>({
    label,
    required: true,
    pattern: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
    examples: { valid: ['01234567-89ab-4cde-8f01-23456789abcd'], invalid: ['01234567-89ab-4cde-8f01'] },
    hint: 'a UUID',
  });

/** Required code of letters and digits. Accepts either case and stores upper case. */
export const code = (label: string, length: number) =>
  textField<string>({
    label,
    length,
    required: true,
    upperCase: true,
    pattern: /^[0-9A-Za-z]+$/,
    hint: 'letters and digits',
  });

/** Required code of a fixed length that matches a pattern, in the spelling that is sent. The hint describes the pattern. */
export const fixedCode = (label: string, length: number, regex: RegExp, hint: string, examples: Examples) =>
  textField<string>({ label, length, required: true, pattern: regex, hint, examples });

/** Optional text that matches a pattern. The hint, a noun phrase without an article, describes the pattern to users. */
export const pattern = (label: string, regex: RegExp, hint: string, examples: Examples, maxLength?: number) =>
  textField<string | null>({
    label,
    pattern: regex,
    hint,
    examples,
    // Browsers hide the hint beside an error message that contains it.
    format: `a ${hint}`,
    required: false,
    ...(maxLength === undefined ? {} : { maxLength }),
  });

/** Optional value from a fixed list. */
export const choice = (label: string, options: readonly Option[]) =>
  textField<string | null>({ label, options, required: false });

/** Required value from a fixed list. */
export const requiredChoice = (label: string, options: readonly Option[]) =>
  textField<string>({ label, options, required: true });

/** Optional term code (`yyyyst`). The server checks that it exists. */
export const term = (label: string) => textField<string | null>({ label, required: false, lookup: 'term' });

export const requiredTerm = (label: string) => textField<string>({ label, required: true, lookup: 'term' });

/** Required award type (`degreeShort`). */
export const award = (label: string) => textField<string>({ label, required: true, lookup: 'award' });

interface NumberFacts extends FieldFacts {
  min: number;
  max: number;
  decimals: number;
}

function readNumber(about: NumberFacts, value: unknown, fail: Fail): number | null {
  const { label, min, max, decimals, required } = about;
  if (value === null || value === undefined) {
    if (required) fail('REQUIRED', `${label} is required`);
    return null;
  }
  if (typeof value !== 'number') {
    fail('BAD_TYPE', `${label} must be a number`);
    return null;
  }
  if (!(value >= min && value <= max)) fail('OUT_OF_RANGE', `${label} must be between ${min} and ${max}`);
  if (Number.isFinite(value) && Number(value.toFixed(decimals)) !== value)
    fail(
      'BAD_FORMAT',
      `${label} must ${decimals === 0 ? 'be a whole number' : `have at most ${decimals} decimals`}`,
    );
  return value;
}

function numberField(about: NumberFacts) {
  const { min, max, decimals } = about;
  const json: JsonSchema = { type: decimals === 0 ? 'integer' : 'number', minimum: min, maximum: max };
  if (decimals > 0) json.multipleOf = 10 ** -decimals;
  return field<number | null>(about, orNull(json, false), (value, fail) => readNumber(about, value, fail));
}

/** Optional whole number. */
export const whole = (label: string, min: number, max: number) =>
  numberField({ label, min, max, decimals: 0, required: false });

/** Optional number in steps of 0.01. */
export const hundredths = (label: string, min: number, max: number) =>
  numberField({ label, min, max, decimals: 2, required: false });

/** A boolean, or its default for a value that counts as absent. */
const flagField = (label: string, byDefault: boolean, isAbsent: (value: unknown) => boolean) =>
  field<boolean, boolean | null | undefined>(
    { label, byDefault, required: false },
    { type: ['boolean', 'null'], default: byDefault },
    (value, fail) => {
      if (isAbsent(value)) return byDefault;
      if (typeof value !== 'boolean') fail('BAD_TYPE', `${label} must be true or false`);
      return value === true;
    },
  );

/** Boolean. Absent or null means its default. */
export const flag = (label: string, byDefault: boolean) =>
  flagField(label, byDefault, (value) => value === null || value === undefined);

/** The maximum entries of a list (contract 4). All awards, schools and departments at once would make the report huge. */
const MAX_ENTRIES = 20;

/** Reads one value; null if it is absent or invalid. */
type Read<Value> = (about: FieldFacts, value: unknown, fail: Fail) => Value | null;

/** Reads the entries of a list. A rule that several of them break is reported once. */
function readEntries<Value>(
  about: FieldFacts,
  values: readonly unknown[],
  fail: Fail,
  readEntry: Read<Value>,
): Value[] {
  const ofEntry = { label: `Each entry of ${about.label}`, required: about.required };
  const broken = new Map<Rule, string>();
  const read = values.map((value) => readEntry(ofEntry, value, (rule, message) => broken.set(rule, message)));
  for (const [rule, message] of broken) fail(rule, message);
  return read.filter((value) => value !== null);
}

function listField<Value extends string | number>(
  about: FieldFacts,
  item: JsonSchema,
  readEntry: Read<Value>,
) {
  const { label, required, lookup, maxItems = MAX_ENTRIES } = about;
  const json: JsonSchema = {
    type: required ? 'array' : ['array', 'null'],
    items: item,
    uniqueItems: true,
    maxItems,
  };
  if (required) json.minItems = 1;
  return field<Value[]>({ ...about, list: true, maxItems }, json, (value, fail) => {
    const entries = value ?? [];
    if (!Array.isArray(entries)) {
      const strings = lookup ? 'codes' : 'texts';
      fail('BAD_TYPE', `${label} must be a list of ${item.type === 'string' ? strings : 'keys'}`);
      return [];
    }
    if (hasTooMany(label, entries, maxItems, fail)) return [];
    if (required && entries.length === 0) fail('REQUIRED', `${label} is required`);
    const values = readEntries({ label, required: true }, entries, fail, readEntry);
    const duplicate = values.find((entry, at) => values.indexOf(entry) !== at);
    if (duplicate !== undefined) fail('UNKNOWN_VALUE', `${label} contains ${duplicate} twice`);
    return values;
  });
}

/** Whether a list is too long. Checked before the search for duplicates, which is slow in a long list. */
function hasTooMany(label: string, values: readonly unknown[], max: number, fail: Fail): boolean {
  if (values.length <= max) return false;
  fail('TOO_MANY', `${label} must have at most ${max} entries`);
  return true;
}

/** One or more awards, without duplicates. */
export const awards = (label: string) =>
  listField(
    { label, required: true, lookup: 'award', hint: 'One or more: each is a degree of its own' },
    { type: 'string' },
    readText,
  );

const upperCase = (text: string) => (/^[0-9A-Za-z]+$/.test(text) ? text.toUpperCase() : text);

/** School codes in either case, without duplicates. An absent list is empty. */
export const schoolCodes = (label: string) =>
  listField({ label, required: false, lookup: 'school' }, { type: 'string' }, (about, value, fail) => {
    const code = readText(about, value, fail);
    return code === null ? null : upperCase(code);
  });

/** Reads a key. A key that no item can have counts as unknown, not as invalid. */
const readKey: Read<number> = (about, value, fail) =>
  readNumber({ ...about, min: -Infinity, max: Infinity, decimals: 0 }, value, fail);

/** Required key that the server has generated. */
export const key = (label: string) => {
  const about: FieldFacts = { label, required: true };
  return field<number | null>(about, { type: 'integer', minimum: 1 }, (value, fail) =>
    readKey(about, value, fail),
  );
};

/** Department keys, without duplicates. An absent list is empty. */
export const departmentKeys = (label: string) =>
  listField({ label, required: false, lookup: 'department' }, { type: 'integer', minimum: 1 }, readKey);

/** Reads a text of at most `maxLength` characters. */
const shortText =
  (maxLength: number): Read<string> =>
  (about, value, fail) => {
    const text = readText(about, value, fail);
    if (text !== null) checkLength({ ...about, maxLength }, text, fail);
    return text;
  };

/** One or more texts of at most `maxLength` characters, which may have several lines, without duplicates. */
export const texts = (label: string, maxItems: number, maxLength: number) => {
  const readLines = shortText(maxLength);
  return listField(
    { label, required: true, maxItems },
    { type: 'string', minLength: 1, maxLength },
    (about, value, fail) => readLines({ ...about, lines: true }, value, fail),
  );
};

/** Required texts of at most `maxLength` characters, by names. The names become stored text, and a null an empty text. */
export const textsByName = (label: string, maxLength: number) => {
  const about: FieldFacts = { label, required: true };
  const readShort = shortText(maxLength);
  return field<Record<string, string>>(
    about,
    { type: 'object', additionalProperties: { type: ['string', 'null'], maxLength } },
    (value, fail) => {
      if (value === undefined || value === null) {
        fail('REQUIRED', `${label} are required`);
        return {};
      }
      if (typeof value !== 'object' || Array.isArray(value)) {
        fail('BAD_TYPE', `${label} must be an object of texts`);
        return {};
      }
      const entries = Object.entries(value);
      const values = readEntries(
        { label, required: false },
        entries.map(([, text]) => text),
        fail,
        (ofEntry, text, failEntry) => readShort(ofEntry, text, failEntry) ?? '',
      );
      return Object.fromEntries(entries.map(([name], at) => [normalizeText(name), values[at] ?? '']));
    },
  );
};

/**
 * Whether a report filter restricts nothing and counts as null (spec 5: 'ALL', empty string, empty array). Spaces around a text
 * do not count.
 */
export function restrictsNothing(value: unknown): boolean {
  if (typeof value === 'string') return ['ALL', ''].includes(normalizeText(value));
  return value === null || value === undefined || (Array.isArray(value) && value.length === 0);
}

/** Whether to include rows with a property. A value that restricts nothing includes them. */
export const filterFlag = (label: string) => flagField(label, true, restrictsNothing);

/** The text of a filter, or null if it restricts nothing. */
const readFilter = (about: FieldFacts, value: unknown, fail: Fail): string | null =>
  restrictsNothing(value) ? null : readText(about, value, fail);

/** Search text, or null for no restriction. */
export const filterText = (
  label: string,
  maxLength: number,
  more: Pick<FieldFacts, 'lookup' | 'hint'> = {},
) => {
  const about: FieldFacts = { label, required: false, maxLength, ...more };
  return field<string | null>(about, { type: ['string', 'null'], maxLength }, (value, fail) => {
    const text = readFilter(about, value, fail);
    if (text !== null) checkLength(about, text, fail);
    return text;
  });
};

/** A time in UTC, with or without milliseconds, read as `2025-10-31T17:00:00.000Z`; or null for no restriction. */
export const filterTime = (label: string) => {
  const about: FieldFacts = { label, required: false };
  return field<string | null>(about, { type: ['string', 'null'], format: 'date-time' }, (value, fail) => {
    const text = readFilter(about, value, fail);
    if (text === null) return null;
    const time = readTime(text);
    if (time) return time.toISOString();
    fail('BAD_FORMAT', `${label} must be a time in UTC, such as 2025-10-31T17:00:00.000Z`);
    return null;
  });
};

/**
 * A list of accepted values, or null for no restriction. Empty entries are omitted, because they restrict nothing either.
 */
export const filterList = (label: string, maxItems: number, more: Pick<FieldFacts, 'lookup' | 'hint'>) => {
  const about: FieldFacts = { label, required: false, list: true, maxItems, ...more };
  return field<string[] | null>(
    about,
    { type: ['array', 'null'], items: { type: ['string', 'null'] }, maxItems },
    (value, fail) => {
      if (restrictsNothing(value)) return null;
      if (!Array.isArray(value)) {
        fail('BAD_TYPE', `${label} must be a list of codes`);
        return null;
      }
      if (hasTooMany(label, value, maxItems, fail)) return null;
      const values = readEntries(about, value, fail, readText);
      return restrictsNothing(values) ? null : values;
    },
  );
};

/** The edited version. Without it, a save replaces any stored version (contract 3). */
export const version = () => whole('Version', 1, 2 ** 31 - 1);
