import { readFileSync, statSync } from 'node:fs';
import * as z from 'zod/mini';
import { SettingsError } from '../runtime/startupError.ts';

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

/** Reads settings. Throws `SettingsError` with a sentence for each wrong setting. */
export function readSettings<Schema extends z.ZodMiniType>(
  schema: Schema,
  environment: Environment,
): z.output<Schema> {
  const { data, error } = z.safeParse(schema, environment);
  if (!error) return data;
  throw new SettingsError(error.issues.map((issue) => sentenceOf(issue, environment)).join(' '));
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

/** The name of the setting that names a file with a secret. */
const inFile = (name: string) => `${name}_FILE`;

/**
 * The variables among `names` that have a value, or for `secrets` the content of the file that the variable with `_FILE` names.
 * An empty value counts as not set, because service managers and containers pass empty values; only an empty BASE_PATH has a
 * meaning. Throws `SettingsError` for a misspelled name, for a value with a space around it, and for a file that cannot be read.
 */
export function settingsIn(
  environment: Environment,
  names: readonly string[],
  secrets: readonly string[],
): Environment {
  rejectMisspelled(environment, [...names, ...secrets.map(inFile)]);
  const values = names.flatMap((name) => {
    const value = secrets.includes(name) ? secretIn(environment, name) : environment[name];
    if (value === undefined || (value === '' && name !== 'BASE_PATH')) return [];
    if (value.trim() !== value)
      throw new SettingsError(`${name} has a space or a line break at its beginning or end; remove it.`);
    return [[name, value]];
  });
  return Object.fromEntries(values);
}

function secretIn(environment: Environment, name: string): string | undefined {
  const file = environment[inFile(name)];
  if (!file) return environment[name];
  if (environment[name]) throw new SettingsError(`${name} and ${inFile(name)} are both set; leave one out.`);
  // An editor ends the last line of a file.
  const secret = readSecret(inFile(name), file).replace(/\r?\n$/, '');
  if (secret === '')
    throw new SettingsError(
      `${inFile(name)} is ${JSON.stringify(file)}, which is empty; write the value there.`,
    );
  return secret;
}

function readSecret(name: string, file: string): string {
  const refuse = (fault: string) =>
    new SettingsError(
      `${name} is ${JSON.stringify(file)}, which ${fault}; set it to a file that this user may read.`,
    );
  try {
    // Reading a device might never end.
    if (statSync(file).isFile()) return readFileSync(file, 'utf8');
  } catch (error) {
    throw refuse(`cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
  throw refuse('is not a file');
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
      throw new SettingsError(`${name} is not a setting; set ${setting} instead.`);
  }
}
