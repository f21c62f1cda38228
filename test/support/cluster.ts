import { Client } from 'pg';

/** The URL of another database in the same cluster. */
export function addressOf(cluster: string, name: string): string {
  const url = new URL(cluster);
  url.pathname = `/${name}`;
  return url.href;
}

/** Creates a database as a copy of a template, which must have no connections. */
export async function createFrom(cluster: string, template: string, name: string): Promise<void> {
  await run(cluster, `create database "${name}" template "${template}" encoding 'UTF8'`);
}

/** Drops databases even if they have connections. */
export async function drop(cluster: string, names: string[]): Promise<void> {
  for (const name of names) await run(cluster, `drop database if exists "${name}" with (force)`);
}

export async function namesLike(cluster: string, pattern: string): Promise<string[]> {
  const rows = await run(cluster, 'select datname from pg_database where datname like $1', [pattern]);
  return rows.map(({ datname }) => datname as string);
}

/** Runs a statement in the database of the URL. */
export async function run(
  cluster: string,
  sql: string,
  values?: unknown[],
): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: cluster });
  await client.connect();
  try {
    return (await client.query(sql, values)).rows;
  } finally {
    await client.end();
  }
}
