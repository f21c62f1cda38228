/** The database to use: an embedded database in a folder (null: in memory, lost on exit), or a PostgreSQL server. */
export type DatabaseSettings =
  | { kind: 'embedded'; directory: string }
  | { kind: 'embedded'; directory: null; dump?: string }
  | { kind: 'postgres'; url: string; poolSize: number };

/** Splits a DATABASE_URL that names several hosts, `postgres://u:p@one:5432,two:5433/db`, into one URL per host. */
export function addressesOf(url: string): string[] {
  const [, before = '', hosts = '', after = ''] = /^(\w+:\/\/(?:[^@/]*@)?)([^/?]*)(.*)$/.exec(url) ?? [];
  return hosts.split(',').map((host) => `${before}${host}${after}`);
}
