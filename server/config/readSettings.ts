import * as z from 'zod/mini';
import { StartupError } from '../runtime/startupError.ts';

// Reads environment variables with zod. The message of an issue says what to set: 'a whole number from 1 to 200'. It becomes
// a sentence with the name and the value. For a secret, and where the value is not what is wrong, it is the whole sentence.

export type Environment = Readonly<Record<string, string | undefined>>;

/** A text that passes a test. `allowed` completes the sentence 'set it to …'. */
export const textOf = (allowed: string, isValid: (text: string) => boolean) =>
  z.string().check(z.refine(isValid, allowed));

/** One of these texts. */
export const oneOf = <const Text extends string>(texts: readonly Text[], allowed: string) =>
  z.enum(texts, allowed);

/** 'true' or 'false', as a boolean. */
export const flag = z.pipe(
  oneOf(['true', 'false'], 'true or false'),
  z.transform((text) => text === 'true'),
);

/** Digits alone, as a number from `min` to `max`. */
export const wholeNumber = (min: number, max: number) =>
  z.pipe(
    textOf(
      `a whole number from ${min} to ${max}`,
      (text) => /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max,
    ),
    z.transform(Number),
  );

/** Adds an issue whose sentence is complete. */
export const addSentence = (issues: z.core.$ZodRawIssue[], input: unknown, message: string): void => {
  issues.push({ code: 'custom', input, message, params: { isSentence: true } });
};

/** A text that a function checks: it returns the sentence that says what is wrong and what to set, if anything is. */
export const checkedText = (sentenceFor: (text: string) => string | undefined) =>
  z.string().check(
    z.check<string>(({ value, issues }) => {
      const sentence = sentenceFor(value);
      if (sentence !== undefined) addSentence(issues, value, sentence);
    }),
  );

/** Reads settings. Throws `StartupError` with a sentence for each wrong setting. */
export function readSettings<Schema extends z.ZodMiniType>(
  schema: Schema,
  environment: Environment,
): z.output<Schema> {
  const { data, error } = z.safeParse(schema, environment);
  if (!error) return data;
  throw new StartupError(error.issues.map((issue) => sentenceOf(issue, environment)).join(' '));
}

const MAX_SHOWN = 100;

function sentenceOf(issue: z.core.$ZodIssue, environment: Environment): string {
  if (issue.code === 'custom' && issue.params?.isSentence) return issue.message;
  const name = String(issue.path[0]);
  const value = withoutCredentials(environment[name] ?? '');
  const shown = value.length > MAX_SHOWN ? `${value.slice(0, MAX_SHOWN)}…` : value;
  return `${name} is ${JSON.stringify(shown)}; set it to ${issue.message}.`;
}

/** A URL without the user and password that it may contain. */
const withoutCredentials = (text: string) => text.replace(/\/\/.*@/, '//…@');

/**
 * The variables among `names` that have a value. An empty value counts as not set, because service managers and containers
 * pass empty values; only an empty BASE_PATH has a meaning. Throws `StartupError` for a misspelled name, and for a value
 * with a space around it.
 */
export function settingsIn(environment: Environment, names: readonly string[]): Environment {
  rejectMisspelled(environment, names);
  const values = names.flatMap((name) => {
    const value = environment[name];
    if (value === undefined || (value === '' && name !== 'BASE_PATH')) return [];
    if (value.trim() !== value)
      throw new StartupError(`${name} has a space or a line break at its beginning or end; remove it.`);
    return [[name, value]];
  });
  return Object.fromEntries(values);
}

/**
 * Rejects a name such as LOGLEVEL: a setting of several words with other underscores or capitals. Names that are only
 * similar may belong to another program.
 */
function rejectMisspelled(environment: Environment, names: readonly string[]): void {
  const plain = (name: string) => name.replaceAll('_', '').toUpperCase();
  const ours = new Map(names.filter((name) => name.includes('_')).map((name) => [plain(name), name]));
  for (const name of Object.keys(environment)) {
    const setting = ours.get(plain(name));
    if (setting && setting !== name && environment[setting] === undefined)
      throw new StartupError(`${name} is not a setting; set ${setting} instead.`);
  }
}
