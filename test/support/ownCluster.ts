import { readFileSync } from 'node:fs';
import { Client, type QueryResultRow } from 'pg';
import { startCluster } from '../../scripts/postgresql.mjs';

/** A PostgreSQL cluster that a test starts for itself. */
export type Cluster = NonNullable<Awaited<ReturnType<typeof startCluster>>>;

const started: Cluster[] = [];
process.once('exit', () => {
  for (const cluster of started) cluster.stop();
});

/** Starts a cluster, or throws if PostgreSQL is not installed. It is stopped when this process exits, at the latest. */
export async function ownCluster(options: Parameters<typeof startCluster>[0] = {}): Promise<Cluster> {
  const cluster = await startCluster(options);
  if (!cluster)
    throw new Error(
      'PostgreSQL is not installed: install the package postgresql, or run with --engine embedded.',
    );
  started.push(cluster);
  return cluster;
}

/** Kills all processes of a cluster at once, like a power cut. */
export function cutOff(cluster: Cluster): void {
  const postmaster = Number.parseInt(readFileSync(`${cluster.data}/postmaster.pid`, 'utf8'), 10);
  const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8');
  process.kill(postmaster, 'SIGKILL');
  for (const pid of children.trim().split(' ')) endProcess(Number(pid));
}

/** Kills a process of a cluster. Ignores one that has already ended. */
export function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** A connection separate from the product's. The caller must close it. */
export async function sideConnection(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** Runs one statement over its own connection. */
export async function query<Row extends QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = await sideConnection(url);
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** The PIDs of the backends that serve the product's connections to a database. */
export async function backendsOf(url: string): Promise<number[]> {
  const rows = await query<{ pid: number }>(
    url,
    `select pid from pg_stat_activity
     where datname = current_database() and application_name = 'major-degree-database'`,
  );
  return rows.map(({ pid }) => pid);
}
