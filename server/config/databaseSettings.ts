import { statSync } from 'node:fs';
import { Client } from 'pg';
import * as z from 'zod/mini';
import { faultOfCertificates } from './certificates.ts';
import { checkedText, flag, textOf, wholeNumber } from './readSettings.ts';

/** A database that keeps its data: an embedded database in a folder, or a PostgreSQL server. */
export type StoredDatabase =
  | { kind: 'embedded'; directory: string }
  | { kind: 'postgres'; url: string; poolSize: number };

/** The database to use. One in memory is lost on exit. */
export type DatabaseSettings = StoredDatabase | { kind: 'embedded'; directory: null; dump?: string };

/** The name of a database in messages, without users and passwords: `embedded, ./data` or `PostgreSQL mdd at db1:5432`. */
export function nameOfDatabase(database: StoredDatabase): string {
  if (database.kind === 'embedded') return `embedded, ${database.directory}`;
  const clients = addressesOf(database.url).map((connectionString) => new Client({ connectionString }));
  const hosts = clients.map(({ host, port }) => `${host.includes(':') ? `[${host}]` : host}:${port}`);
  return `PostgreSQL ${clients[0]?.database} at ${hosts.join()}`;
}

/** Splits a DATABASE_URL that names several hosts, `postgres://u:p@one:5432,two:5433/db`, into one URL per host. */
export function addressesOf(url: string): string[] {
  const [, before = '', hosts = '', after = ''] = /^(\w+:\/\/(?:[^@/]*@)?)([^/?]*)(.*)$/.exec(url) ?? [];
  return hosts.split(',').map((host) => `${before}${host}${after}`);
}

const sslModes = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify'];

const UNREADABLE =
  'DATABASE_URL cannot be read; write it as postgres://USER:PASSWORD@HOST:PORT/DATABASE, with characters such as @ : / ? # % in the password as %40 %3A %2F %3F %23 %25.';

/** Why the driver cannot read a DATABASE_URL, without showing its password. */
function faultOfUrl(url: string): string | undefined {
  if (!/^postgres(ql)?:\/\//.test(url))
    return 'DATABASE_URL must begin with postgres://; leave it out to use the embedded database.';
  if (url.split('@').length > 2) return UNREADABLE;
  const query = new URLSearchParams(/\?(.*)$/s.exec(url)?.[1]);
  const sslMode = query.get('sslmode');
  if (sslMode !== null && !sslModes.includes(sslMode))
    return `DATABASE_URL has sslmode=${sslMode}; set it to verify-full, or to another of ${sslModes.join(', ')}.`;
  const authority = query.get('sslrootcert');
  const fault =
    authority === null ? undefined : faultOfCertificates('sslrootcert in DATABASE_URL', authority);
  return fault ?? faultOfConnection(url);
}

/** The driver reads the files that a URL names when it creates a client. */
function faultOfConnection(url: string): string | undefined {
  try {
    addressesOf(url).forEach((connectionString) => new Client({ connectionString }));
    return undefined;
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException;
    return path
      ? `DATABASE_URL names the file ${path}, which cannot be read (${code}); correct its path, or let this user read it.`
      : UNREADABLE;
  }
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** Where the data is, and what is in it at the beginning. */
export const databaseSettings = {
  DATABASE_URL: z.optional(checkedText(faultOfUrl)),
  DATABASE_POOL: z._default(wholeNumber(1, 200), 10),
  DATA_DIR: z._default(
    textOf('a folder, because this is a file', (path) => !isFile(path)),
    './data',
  ),
  SAMPLE_DATA: z.optional(flag),
};

/** The database of these settings. */
export const databaseOf = ({
  DATABASE_URL,
  DATABASE_POOL,
  DATA_DIR,
}: z.output<z.ZodMiniObject<typeof databaseSettings>>): StoredDatabase =>
  DATABASE_URL
    ? { kind: 'postgres', url: DATABASE_URL, poolSize: DATABASE_POOL }
    : { kind: 'embedded', directory: DATA_DIR };
