import { existsSync, statSync } from 'node:fs';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { visible } from '../../intake/words.ts';
import { readDatabase } from '../config/config.ts';
import type { DatabaseSettings } from '../config/databaseSettings.ts';
import { isConnectionLost } from '../db/databaseErrors.ts';
import { OutcomeUnknown } from '../errors.ts';
import { StartupError } from '../runtime/startupError.ts';

const LOST =
  'The connection to the database was lost. Run this again: if it changes anything, that may be saved already.';

/** Runs an operator's command. A `StartupError` and a lost connection print one sentence and exit with code 1. */
export async function run(command: () => Promise<void>): Promise<never> {
  try {
    await command();
    process.exit(0);
  } catch (error) {
    complain(sentenceOf(error));
    process.exit(1);
  }
}

function sentenceOf(error: unknown): string {
  if (error instanceof StartupError) return error.message;
  if (error instanceof OutcomeUnknown || isConnectionLost(error)) return LOST;
  const { code, path, message } = error as NodeJS.ErrnoException;
  return path === undefined
    ? `This failed unexpectedly: ${message}.`
    : `${path} cannot be used (${code}): check its name and rights.`;
}

const MAX_LENGTH = 1_000;

/** Prints a line. File names and cells may contain control characters, which a terminal would interpret. */
export const say = (line: string): void => console.log(withoutControls(line));
/** Prints a line on standard error, because standard output is for results. Truncates a long line. */
export const complain = (line: string): void =>
  console.error(withoutControls(line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH)}…` : line));

const withoutControls = (line: string) =>
  visible(line).replace(/[\t\n\r]/g, (character) => String.fromCharCode(0x2400 + character.charCodeAt(0)));

type Options = NonNullable<ParseArgsConfig['options']>;

/**
 * Parses the arguments of a command: between `min` and `max` of them, and these options. Throws `StartupError` with the usage
 * for any others. `--help` prints the usage and exits.
 */
export function readArguments<const Own extends Options>(
  usage: string,
  { min, max }: { min: number; max: number },
  options: Own,
) {
  const { values, positionals } = parse({ ...options, help: { type: 'boolean' } }, usage);
  if ('help' in values && values.help) {
    say(usage);
    process.exit(0);
  }
  const [first] = positionals;
  if (positionals.length < min || positionals.length > max || first === '') throw new StartupError(usage);
  return { values, positionals };
}

function parse<const Own extends Options>(options: Own, usage: string) {
  try {
    return parseArgs({ allowPositionals: true, options });
  } catch {
    throw new StartupError(usage);
  }
}

/** The only argument of a command: a file. Throws `StartupError` for other arguments. */
export function fileOf(command: string): string {
  const { positionals } = readArguments(`Name one file: npm run ${command} -- FILE`, { min: 1, max: 1 }, {});
  return positionals[0] ?? '';
}

/**
 * Reads the database settings of a command that works while no server uses an embedded database. Throws `StartupError` if its
 * folder is missing or belongs to another user.
 */
export function readOwnDatabase(): DatabaseSettings {
  const settings = readDatabase(process.env);
  if (settings.kind === 'embedded') {
    refuseUnlessThere(String(settings.directory));
    refuseUnlessOwn(String(settings.directory));
  }
  return settings;
}

/** Throws `StartupError` if the data folder is missing: a command must not create it. */
export function refuseUnlessThere(directory: string): void {
  if (!existsSync(directory))
    throw new StartupError(
      `There is no ${directory}: set DATA_DIR to the data folder, which the server creates at its first start.`,
    );
}

/** Throws `StartupError` for another user's folder, because that user could not read new files of root. */
export function refuseUnlessOwn(directory: string): void {
  if (process.getuid && statSync(directory).uid !== process.getuid())
    throw new StartupError(`The data folder ${directory} belongs to another user: run this as that user.`);
}
