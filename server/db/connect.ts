import { sql } from 'kysely';
import type { DatabaseSettings } from '../config/databaseSettings.ts';
import { SettingsError, StartupError } from '../runtime/startupError.ts';
import { connectionSettings, wrongSetting } from './connectionSettings.ts';
import type { ConnectOptions, Database } from './database.ts';
import { DatabaseUnavailable } from './databaseErrors.ts';
import { keepsNamedStatements, openNothing, openPostgres } from './postgres.ts';
import type { Db } from './tables.ts';

// A PostgreSQL server may come back at any time.
const never = new Promise<never>(() => {});

/**
 * Connects to the database. Waits while a command uses the folder of an embedded database. Throws `StartupError` if the
 * folder or the server cannot be used: `SettingsError` if the server rejects the settings, `DatabaseUnavailable` if it does not
 * respond.
 */
export async function connect(settings: DatabaseSettings, options: ConnectOptions = {}): Promise<Database> {
  if (settings.kind === 'embedded') {
    const { openEmbedded } = await import('./embedded/embedded.ts');
    const opened = await openEmbedded(settings, options);
    const { version } = await about(opened.db);
    return { ...opened, engine: { name: 'embedded', version } };
  }
  const { db, activity } = openPostgres(settings.url, settings.poolSize);
  const close = () => db.destroy();
  try {
    const { version, encoding, unlimited, current } = await about(db);
    if (Number.parseInt(version, 10) < 15)
      throw new SettingsError(
        `PostgreSQL ${version} is too old: set DATABASE_URL to a server of version 15 or later.`,
      );
    if (encoding !== 'UTF8')
      throw new SettingsError(
        `The database uses the encoding ${encoding}: create a database with the encoding UTF8.`,
      );
    if (unlimited)
      throw new SettingsError(`${unlimited} is not set for this role: set it as deploy/roles.sql does.`);
    const wrong = wrongSetting(JSON.parse(current));
    if (wrong) throw new SettingsError(wrong);
    if (!(await keepsNamedStatements(settings.url)))
      throw new SettingsError(
        'The connection pooler at DATABASE_URL does not keep named statements: let it pool by session, or use PgBouncer 1.21 or later with max_prepared_statements above 0.',
      );
    return { db, engine: { name: 'PostgreSQL', version }, activity, gone: never, close };
  } catch (error) {
    await close();
    if (error instanceof StartupError) throw error;
    const { code, message } = error as Error & { code?: string };
    if (message.includes('unsupported startup parameter'))
      throw new SettingsError(
        'The connection pooler at DATABASE_URL rejects our settings: set ignore_startup_parameters = options,statement_timeout,idle_in_transaction_session_timeout there, and the limits for the role as deploy/roles.sql does.',
        { cause: error },
      );
    if (/^(28...|3D000|42501)$/.test(code ?? '') || message.includes('SASL'))
      throw new SettingsError(
        `The database rejected the login (${message}). Check the user, the password and the database name in DATABASE_URL; special characters of a password must be percent-encoded.`,
        { cause: error },
      );
    throw new DatabaseUnavailable(
      `The database at DATABASE_URL cannot be reached (${message || code}): start it, or correct DATABASE_URL.`,
      { cause: error },
    );
  }
}

/** A PostgreSQL database that rejects each use with the error that `errorOf` returns, like a server that cannot be reached. */
export function unreachableDatabase(errorOf: () => DatabaseUnavailable): Database {
  const { db, activity } = openNothing(errorOf);
  return {
    db,
    engine: { name: 'PostgreSQL', version: '' },
    activity,
    gone: never,
    close: () => db.destroy(),
  };
}

interface About {
  version: string;
  encoding: string;
  /** A time limit that the connection lacks, because a connection pooler may have dropped it. */
  unlimited: string | null;
  /** The settings that can change a result, by name. As JSON text, because Kysely would convert the names of properties. */
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
