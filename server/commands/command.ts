import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { StartRefused } from '../startRefused.ts';

/** Runs a command of an operator; what stops it is told in one sentence, and the exit code is 1. */
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

/** The one argument of a command, a file. */
export function fileOf(command: string): string {
  const [file, ...others] = process.argv.slice(2);
  if (!file || others.length > 0) throw new StartRefused(`Name one file: npm run ${command} -- FILE`);
  return file;
}

/** A command that only reads makes no data folder where there is none. */
export function refuseUnlessThere(directory: string): void {
  if (!existsSync(directory))
    throw new StartRefused(`There is no ${directory}: set DATA_DIR to the data folder.`);
}

/** What root would leave in another's folder, that user could not open any more. */
export function refuseUnlessOwn(directory: string): void {
  if (process.getuid && statSync(directory).uid !== process.getuid())
    throw new StartRefused(`The data folder ${directory} belongs to another user: run this as that user.`);
}

/** An address of a database without its password, which everybody on the machine could read among a command's words. */
export function withoutPassword(url: string): { address: string; password: string } {
  const [, before = url, password = '', after = ''] = /^(\w+:\/\/[^:@/]*):([^@/]*)(@.*)$/.exec(url) ?? [];
  return { address: before + after, password: decodeURIComponent(password) };
}

/** Runs one of PostgreSQL's own programs on a database, its words passed on. */
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
