import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { StartRefused } from '../startRefused.ts';

/** Runs an operator's command. A `StartRefused` prints its one sentence and exits with code 1. */
export async function run(command: () => Promise<void>): Promise<never> {
  try {
    await command();
    process.exit(0);
  } catch (error) {
    if (!(error instanceof StartRefused)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

/** The only argument of a command, a file. Throws `StartRefused` otherwise. */
export function fileOf(command: string): string {
  const [file, ...others] = process.argv.slice(2);
  if (!file || others.length > 0) throw new StartRefused(`Name one file: npm run ${command} -- FILE`);
  return file;
}

/** A command that only reads must not create a missing data folder. */
export function refuseUnlessThere(directory: string): void {
  if (!existsSync(directory))
    throw new StartRefused(`There is no ${directory}: set DATA_DIR to the data folder.`);
}

/** Files that root creates in another user's folder would be unreadable for that user. */
export function refuseUnlessOwn(directory: string): void {
  if (process.getuid && statSync(directory).uid !== process.getuid())
    throw new StartRefused(`The data folder ${directory} belongs to another user: run this as that user.`);
}

/** Separates the password from a database URL: every user of the machine can read the arguments of a command. */
export function withoutPassword(url: string): { address: string; password: string } {
  const [, before = url, password = '', after = ''] = /^(\w+:\/\/[^:@/]*):([^@/]*)(@.*)$/.exec(url) ?? [];
  return { address: before + after, password: decodeURIComponent(password) };
}

/** Runs one of PostgreSQL's own programs on a database, with its output passed through. */
export function runs(program: string, url: string, given: string[]): void {
  const { address, password } = withoutPassword(url);
  const env = { ...process.env, ...(password && { PGPASSWORD: password }) };
  const { error, status } = spawnSync(program, [`--dbname=${address}`, ...given], { stdio: 'inherit', env });
  if (error)
    throw new StartRefused(
      `${program} cannot be run (${error.message}): install PostgreSQL's client programs.`,
    );
  if (status !== 0) throw new StartRefused(`${program} has failed: see above.`);
}
