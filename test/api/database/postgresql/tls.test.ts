import { execFileSync } from 'node:child_process';
import { chownSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startCluster } from '../../../../scripts/postgresql.mjs';
import { connect } from '../../../../server/db/connect.ts';

// A server named `localhost` that accepts only TLS connections.
type Cluster = NonNullable<Awaited<ReturnType<typeof startCluster>>>;
let cluster: Cluster;
let authority: string;
let stranger: string;
beforeAll(async () => {
  cluster = (await startCluster()) as Cluster;
  const { data } = cluster;
  authority = certificate(data, 'server');
  stranger = certificate(data, 'stranger');
  writeFileSync(join(data, 'pg_hba.conf'), 'hostssl all all all trust\n');
  await cluster.halt('fast');
  writeFileSync(join(data, 'postgresql.auto.conf'), 'ssl = on\n');
  await cluster.resume();
});
afterAll(() => cluster.stop());

/** Creates a self-signed certificate for `localhost` and its key, readable by the cluster's owner. Returns its path. */
function certificate(folder: string, name: string): string {
  const [key, file] = [join(folder, `${name}.key`), join(folder, `${name}.crt`)];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const made = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-keyout', key, '-out', file];
  execFileSync('openssl', ['req', ...made, ...subject], { stdio: 'ignore' });
  const { uid, gid } = statSync(folder);
  for (const one of [key, file]) chownSync(one, uid, gid);
  return file;
}

const url = (host: string, query: string) => `postgres://postgres@${host}/postgres${query}`;
const verified = (by: string) => `?sslmode=verify-full&sslrootcert=${by}`;

test.for([
  ['one host', () => `localhost:${cluster.port}`],
  ['the one of several that responds', () => `localhost:1,localhost:${cluster.port}`],
] as const)('a server with a certificate of the given authority is used over TLS: %s', async ([, host]) => {
  const { db, close } = await connect({
    kind: 'postgres',
    url: url(host(), verified(authority)),
    poolSize: 1,
  });
  const { rows } = await sql<{ ssl: boolean }>`
    select ssl from pg_stat_ssl where pid = pg_backend_pid()`.execute(db);
  expect(rows).toEqual([{ ssl: true }]);
  await close();
});

test.for([
  [
    'with a certificate of another authority',
    () => url(`localhost:${cluster.port}`, verified(stranger)),
    /certificate/,
  ],
  ['with another name', () => url(`127.0.0.1:${cluster.port}`, verified(authority)), /altnames/],
  ['that is connected to without TLS', () => url(`localhost:${cluster.port}`, ''), /no encryption/],
] as const)('a server %s is refused', async ([, address, why]) => {
  await expect(connect({ kind: 'postgres', url: address(), poolSize: 1 })).rejects.toThrow(why);
});
