import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { isDeepStrictEqual } from 'node:util';
import { createGunzip } from 'node:zlib';
import * as z from 'zod/mini';
import { StartupError } from '../../runtime/startupError.ts';

// A backup is a gzip file of JSON lines, the same for both engines: first a manifest; then the rows of each table, in the
// order and number of the manifest, each row an object by column names; last the checksums of these parts.

/** The version of the format. A change that older programs cannot read raises it. */
export const FORMAT = 1;

/**
 * The tables that no backup contains: an ended session must not become valid again, the manifest has the state of the
 * schema, and the known states are rebuilt from the log.
 */
export const LEFT_OUT: readonly string[] = ['session', 'schema_step', 'schema_migration', 'known_state'];

/** In characters. No row is nearly as long. */
const MAX_LINE_LENGTH = 10_000_000;

const manifestSchema = z.object({
  format: z.literal('major-degree-database backup'),
  formatVersion: z.int(),
  at: z.string(),
  /** The version of the program that wrote the backup. */
  program: z.string(),
  /** The commit that the program was built from. Backups before version 1.8.0 do not name it. */
  commit: z.optional(z.string()),
  engine: z.string(),
  /** The step of the schema and its migrations (db/migrate.ts). */
  schema: z.object({ step: z.int(), migrations: z.array(z.string()) }),
  /** The head of the change log (db/changeLog.ts). */
  head: z.string(),
  /** In an order in which no row refers to a later one. */
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.int() })),
  /** The last number of each generated key. */
  sequences: z.array(z.object({ table: z.string(), column: z.string(), last: z.int() })),
});
export type Manifest = z.infer<typeof manifestSchema>;

/** The program that made a backup: `1.4.0 (step 9, commit 4f2a9c1)`. */
export const makerOf = ({ program, commit, schema }: Manifest): string =>
  `${program} (step ${schema.step}${commit === undefined ? '' : `, commit ${commit}`})`;

/** SHA-256 in hex of the lines of the manifest and of each table, each with its line feed. */
const totalsSchema = z.object({ manifest: z.string(), tables: z.record(z.string(), z.string()) });
export type Totals = z.infer<typeof totalsSchema>;

export const sumOf = (...lines: string[]) => addLines(createHash('sha256'), lines).digest('hex');

export function addLines(hash: Hash, lines: readonly string[]): Hash {
  for (const line of lines) hash.update(line).update('\n');
  return hash;
}

/** Receives the parts of a backup, in their order. */
export interface Receiver {
  start(manifest: Manifest): Promise<void>;
  /** Some rows of a table, each one line of JSON. */
  rows(table: string, lines: readonly string[]): Promise<void>;
}

const BATCH = 500;
const NOT_A_BACKUP = 'is not a backup of this application';
const INCOMPLETE = 'is damaged: its end is missing';

/** The file is not a complete backup. The message continues a sentence that begins with the file name. */
class InvalidBackup extends Error {}

/**
 * Reads a whole backup and returns its manifest and checksums. Throws `StartupError` if the backup is damaged, possibly
 * after the receiver has received all of it.
 */
export async function readBackup(
  file: string,
  receiver: Receiver,
): Promise<{ manifest: Manifest; totals: Totals }> {
  try {
    return await pipeline(createReadStream(file), createGunzip(), (parts) => read(linesOf(parts), receiver));
  } catch (error) {
    const why = describeDamage(error as Error & { code?: string });
    if (why) throw new StartupError(`${file} ${why}. Use another backup.`, { cause: error });
    throw error;
  }
}

/** Reads a whole backup without using it. Returns its manifest, or throws as `readBackup` does. */
export async function checkBackup(file: string): Promise<Manifest> {
  const { manifest } = await readBackup(file, { start: async () => {}, rows: async () => {} });
  return manifest;
}

function describeDamage(error: Error & { code?: string }): string | undefined {
  if (error instanceof InvalidBackup) return error.message;
  if (error.message === 'incorrect header check') return NOT_A_BACKUP;
  if (error.code === 'Z_BUF_ERROR') return INCOMPLETE;
  return error.code?.startsWith('Z_') || error.code === 'ERR_ENCODING_INVALID_ENCODED_DATA'
    ? `is damaged: ${error.message}`
    : undefined;
}

async function read(
  lines: AsyncGenerator<string>,
  receiver: Receiver,
): Promise<{ manifest: Manifest; totals: Totals }> {
  const first = await next(lines);
  const manifest = parsed(manifestSchema, first);
  if (!manifest) throw new InvalidBackup(NOT_A_BACKUP);
  await receiver.start(manifest);
  const totals: Totals = { manifest: sumOf(first), tables: {} };
  for (const { name, rows } of manifest.tables) {
    const hash = createHash('sha256');
    for (let left = rows; left > 0; left -= BATCH) {
      const batch: string[] = [];
      while (batch.length < Math.min(left, BATCH)) batch.push(await next(lines));
      addLines(hash, batch);
      await receiver.rows(name, batch);
    }
    totals.tables[name] = hash.digest('hex');
  }
  const written = parsed(totalsSchema, await next(lines));
  if (!isDeepStrictEqual(written, totals)) throw new InvalidBackup('is damaged: its checksums do not match');
  return { manifest, totals };
}

async function next(lines: AsyncGenerator<string>): Promise<string> {
  const { done, value } = await lines.next();
  if (done) throw new InvalidBackup(INCOMPLETE);
  return value;
}

/** The lines of a stream. Node's own reader would also split them at separators other than line feeds. */
async function* linesOf(parts: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let line = '';
  for await (const part of parts) {
    const [first = '', ...others] = decoder.decode(part, { stream: true }).split('\n');
    line += first;
    if (line.length > MAX_LINE_LENGTH)
      throw new InvalidBackup('is damaged: it has a line that is longer than any row');
    for (const other of others) {
      yield line;
      line = other;
    }
  }
  if (line !== '') yield line;
}

function parsed<T extends z.ZodMiniType>(shape: T, line: string): z.infer<T> | undefined {
  try {
    return shape.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}
