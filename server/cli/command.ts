import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { visible } from '../../intake/words.ts';
import { readDatabase } from '../config/config.ts';
import { nameOfDatabase, type StoredDatabase } from '../config/databaseSettings.ts';
import { connect } from '../db/connect.ts';
import type { Database } from '../db/database.ts';
import { isConnectionLost, isDiskFull } from '../db/databaseErrors.ts';
import { schemaStep } from '../db/migrate.ts';
import { OutcomeUnknown } from '../errors.ts';
import { exitCodes } from '../runtime/exitCodes.mjs';
import { SettingsError, StartupError, UsageError } from '../runtime/startupError.ts';
import { type Arguments, type CommandName, readArguments, refuseUse } from './commands.mjs';

const LOST =
  'The connection to the database was lost. Run this again: if it changes anything, that may be saved already.';

const DISK_FULL =
  'The disk of the database is full: make room there, and run this again. Nothing was changed.';

/** Runs an operator's command with its arguments. An error prints one sentence; the exit code is that of the error. */
export async function run<Name extends CommandName>(
  name: Name,
  work: (given: Arguments<Name>) => Promise<void>,
): Promise<never> {
  const given = readArguments(name);
  try {
    await work(given);
  } catch (error) {
    if (error instanceof UsageError) refuseUse(name, withoutControls(error.message));
    complain(sentenceOf(error));
    process.exit(error instanceof StartupError ? error.exitCode : exitCodes.failed);
  }
  process.exit(exitCodes.done);
}

function sentenceOf(error: unknown): string {
  if (error instanceof StartupError) return error.message;
  if (isDiskFull(error)) return DISK_FULL;
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

interface Options {
  embedded?: boolean | undefined;
}

/**
 * The settings of the database that a command uses. Throws `SettingsError` if an embedded database does not exist, because a
 * command must not create it.
 */
export function findDatabase({ embedded = false }: Options): StoredDatabase {
  const database = readDatabase(process.env, embedded);
  if (database.kind === 'embedded' && !existsSync(join(database.directory, 'database')))
    throw new SettingsError(
      `There is no database in ${database.directory}: set DATA_DIR to the data folder, which the server creates at its first start.`,
    );
  return database;
}

/** The settings of the database that a restore fills. Throws `SettingsError` if the folder does not exist. */
export function findPlace({ embedded = false }: Options): StoredDatabase {
  const database = readDatabase(process.env, embedded);
  if (database.kind === 'embedded' && !existsSync(database.directory))
    throw new SettingsError(
      `There is no folder ${database.directory}: create it, or set DATA_DIR to an empty folder.`,
    );
  return database;
}

/** Opens the database of a command, and reports which it is before anything else. */
export async function openDatabase(
  command: CommandName,
  settings: StoredDatabase,
  report: (line: string) => void = say,
): Promise<Database> {
  const name = nameOfDatabase(settings);
  if (settings.kind === 'embedded') {
    report(name);
    refuseUnlessOwn(settings.directory);
    return await connect(settings, { command, report });
  }
  try {
    const database = await connect(settings);
    const step = await schemaStep(database.db);
    report(`${name}, ${step === null ? 'no schema' : `schema step ${step}`}`);
    return database;
  } catch (error) {
    report(name);
    throw error;
  }
}

/** Throws `StartupError` for another user's folder, because that user could not read new files of root. */
function refuseUnlessOwn(directory: string): void {
  if (process.getuid && statSync(directory).uid !== process.getuid())
    throw new StartupError(`The data folder ${directory} belongs to another user: run this as that user.`);
}
