import { sql } from 'kysely';
import { StartRefused } from '../startRefused.ts';
import type { Activity } from './activity.ts';
import { connectionSettings, wrongSetting } from './connectionSettings.ts';
import { keepsNamedStatements, openPostgres } from './postgres.ts';
import type { Db, Engine } from './tables.ts';

/** Which database to use: the embedded one in a folder (null: in memory, lost on exit), or a PostgreSQL server. */
export type DatabaseSettings =
  | { kind: 'embedded'; directory: string }
  | { kind: 'embedded'; directory: null; dump?: string }
  | { kind: 'postgres'; url: string; poolSize: number };

export interface Database {
  db: Db;
  engine: Engine;
  activity: Activity;
  /** Resolves with the reason when the database will not respond again while this process lives. */
  gone: Promise<Error>;
  close: () => Promise<void>;
}

// A PostgreSQL server may always come back.
const never = new Promise<never>(() => {});

/** Who connects. */
export interface Caller {
  /** The name of an operator's command. It keeps the folder of an embedded database only until it is done. */
  command?: string;
  /** Says what takes time. */
  say?: (sentence: string) => void;
}

/**
 * Connects to the database. Waits while a command uses the folder of an embedded one. Throws `StartRefused` if the folder or
 * the server cannot be used.
 */
export async function connect(settings: DatabaseSettings, caller: Caller = {}): Promise<Database> {
  if (settings.kind === 'embedded') {
    const { openEmbedded } = await import('./embedded/embedded.ts');
    const opened = await openEmbedded(settings, caller);
    const { version } = await about(opened.db);
    return { ...opened, engine: { name: 'embedded', version } };
  }
  const { db, activity } = openPostgres(settings.url, settings.poolSize);
  const close = () => db.destroy();
  try {
    const { version, encoding, unlimited, current } = await about(db);
    if (Number.parseInt(version, 10) < 15)
      throw new StartRefused(
        `PostgreSQL ${version} is too old: set DATABASE_URL to one of version 15 or later.`,
      );
    if (encoding !== 'UTF8')
      throw new StartRefused(
        `The database uses the encoding ${encoding}: create one with the encoding UTF8.`,
      );
    if (unlimited)
      throw new StartRefused(`${unlimited} is not set for this role: set it as deploy/roles.sql does.`);
    const wrong = wrongSetting(JSON.parse(current));
    if (wrong) throw new StartRefused(wrong);
    if (!(await keepsNamedStatements(settings.url)))
      throw new StartRefused(
        'The connection pooler at DATABASE_URL does not keep named statements: let it pool by session, or use PgBouncer 1.21 or later with max_prepared_statements above 0.',
      );
    return { db, engine: { name: 'PostgreSQL', version }, activity, gone: never, close };
  } catch (error) {
    await close();
    if (error instanceof StartRefused) throw error;
    const { code, message } = error as Error & { code?: string };
    if (message.includes('unsupported startup parameter'))
      throw new StartRefused(
        'The connection pooler at DATABASE_URL refuses our settings: set ignore_startup_parameters = options,statement_timeout,idle_in_transaction_session_timeout there, and the limits for the role as deploy/roles.sql does.',
        { cause: error },
      );
    if (/^(28...|3D000)$/.test(code ?? '') || message.includes('SASL'))
      throw new StartRefused(
        `The database at DATABASE_URL does not let us in (${message}): correct the user, the password or the name of the database; in the address, special characters of a password are percent-encoded.`,
        { cause: error },
      );
    throw new StartRefused(
      `The database at DATABASE_URL cannot be reached (${message || code}): start it, or correct the address.`,
      { cause: error },
    );
  }
}

interface About {
  version: string;
  encoding: string;
  /** A time limit that the connection should have but has not: a connection pooler may drop it. */
  unlimited: string | null;
  /** The settings that can change an answer, by name, as JSON: the names of properties would be changed. */
  current: string;
}

async function about(db: Db): Promise<About> {
  const { rows } = await sql<About>`
    select split_part(current_setting('server_version'), ' ', 1) as version, current_setting('server_encoding') as encoding,
      (select name from pg_settings where name in ('statement_timeout', 'idle_in_transaction_session_timeout')
        and setting = '0' order by name desc limit 1) as unlimited,
      (select json_object_agg(name, current_setting(name))::text from unnest(string_to_array(${Object.keys(connectionSettings).join()}, ',')) as name) as current
  `.execute(db);
  return rows[0] ?? { version: '0', encoding: 'unknown', unlimited: null, current: '{}' };
}
