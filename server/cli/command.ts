import { existsSync, statSync } from 'node:fs';
import { visible } from '../../intake/words.ts';
import { isConnectionLost } from '../db/databaseErrors.ts';
import { OutcomeUnknown } from '../errors.ts';
import { StartupError } from '../runtime/startupError.ts';

const LOST =
  'The connection to the database was lost. Run this again: if it changes anything, that may be saved already.';

/** Runs an operator's command. A `StartRefused` and a lost connection print one sentence and exit with code 1. */
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

const LONGEST = 1_000;

/** Prints a line. Names and cells of files may have control characters, which a terminal would obey. */
export const say = (line: string): void => console.log(harmless(line));
/** The same on standard error, which keeps standard output for what was asked for. Says only the beginning of a long line. */
export const complain = (line: string): void =>
  console.error(harmless(line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line));

const harmless = (line: string) =>
  visible(line).replace(/[\t\n\r]/g, (one) => String.fromCharCode(0x2400 + one.charCodeAt(0)));

/** The only argument of a command, a file. Throws `StartRefused` otherwise. */
export function fileOf(command: string): string {
  const [file, ...others] = process.argv.slice(2);
  if (!file || others.length > 0) throw new StartupError(`Name one file: npm run ${command} -- FILE`);
  return file;
}

/** A command that only reads must not create a missing data folder. */
export function refuseUnlessThere(directory: string): void {
  if (!existsSync(directory))
    throw new StartupError(
      `There is no ${directory}: set DATA_DIR to the data folder, which the first start of the server makes.`,
    );
}

/** Files that root creates in another user's folder would be unreadable for that user. */
export function refuseUnlessOwn(directory: string): void {
  if (process.getuid && statSync(directory).uid !== process.getuid())
    throw new StartupError(`The data folder ${directory} belongs to another user: run this as that user.`);
}
