import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  copyFileSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../../../scripts/ports.mjs';
import { writeBackup } from '../../../../server/db/backup/writeBackup.ts';
import { connect } from '../../../../server/db/connect.ts';
import type { Database } from '../../../../server/db/database.ts';
import { migrate, schema } from '../../../../server/db/migrate.ts';
import { Authority } from '../../../support/authority.ts';
import { addressOf } from '../../../support/cluster.ts';
import { type Cluster, ownCluster } from '../../../support/ownCluster.ts';
import { ownEnvironment } from '../../../support/ownEnvironment.ts';
import { University } from '../../../support/university.ts';

// `npm run doctor` on a PostgreSQL with TLS, a provider, a public URL and a folder of backups: what it finds right, and each
// state that is wrong.

const folder = mkdtempSync(join(tmpdir(), 'doctor-'));
const backups = mkdtempSync(join(tmpdir(), 'doctor-backups-'));
const newest = join(backups, 'newest.gz');
let cluster: Cluster;
let database: Database;
let authority: Authority;
let university: University;
let site: Server;
let settings: Record<string, string>;
let status = 200;

/** Issues a certificate of this authority for this machine. */
const certify = (days: number) => authority.certify(['127.0.0.1'], days);

beforeAll(async () => {
  authority = new Authority(folder);
  cluster = await ownCluster();
  await useCertificate(90);
  settings = await createSettings();
  const url = String(settings.DATABASE_URL);
  database = await connect({ kind: 'postgres', url, poolSize: 2 });
  await migrate(database.db);
  await writeBackup(database, newest, { version: '1', commit: 'test' });
});
afterAll(async () => {
  await database.close();
  await university.stop();
  site.close();
  cluster.stop();
  for (const one of [folder, backups]) rmSync(one, { recursive: true });
});

/** Lets the database use a certificate that is valid for these days. */
async function useCertificate(days: number): Promise<void> {
  const { file, key } = certify(days);
  const { uid, gid } = statSync(cluster.data);
  for (const [from, name] of [
    [file, 'server.crt'],
    [key, 'server.key'],
  ] as const) {
    copyFileSync(from, join(cluster.data, name));
    chownSync(join(cluster.data, name), uid, gid);
  }
  writeFileSync(join(cluster.data, 'postgresql.auto.conf'), 'ssl = on\n');
  await cluster.halt('fast');
  await cluster.resume();
}

async function createSettings(): Promise<Record<string, string>> {
  university = await University.open();
  site = createServer(pemOf(90), (_request, response) => response.writeHead(status).end());
  const port = await freePort();
  site.listen(port, '127.0.0.1');
  await once(site, 'listening');
  return {
    NODE_ENV: 'production',
    DATABASE_URL: `${addressOf(cluster.url, 'postgres')}?sslmode=verify-full&sslrootcert=${authority.file}`,
    PUBLIC_URL: `https://127.0.0.1:${port}`,
    OIDC_ISSUER: university.issuer,
    OIDC_CLIENT_ID: 'major-degree',
    OIDC_CLIENT_SECRET: 'secret',
    SESSION_SECRET: 'x'.repeat(40),
    NODE_EXTRA_CA_CERTS: authority.file,
    BACKUP_DIR: backups,
  };
}

function pemOf(days: number): { cert: string; key: string } {
  const { file, key } = certify(days);
  return { cert: readFileSync(file, 'utf8'), key: readFileSync(key, 'utf8') };
}

/** Runs the command with other settings. Does not block this process, which serves the provider and the public URL. */
async function diagnose(other: NodeJS.ProcessEnv = {}, given: readonly string[] = []) {
  const program = spawn(process.execPath, [...given, 'server/cli/doctor.ts'], {
    env: { ...ownEnvironment(), ...settings, ...other },
  });
  let [stdout, stderr] = ['', ''];
  program.stdout.on('data', (part) => (stdout += part));
  program.stderr.on('data', (part) => (stderr += part));
  const [exitCode] = (await once(program, 'close')) as [number];
  return { exitCode, stdout, wrong: stderr.split('\n').filter((line) => line.startsWith('wrong: ')), stderr };
}

const day = '\\d{4}-\\d\\d-\\d\\d';

test('When nothing is wrong, each check says so in one sentence, and the database and the backups are unchanged', async () => {
  const rows = async () => (await sql`select xmin::text, * from schema_step`.execute(database.db)).rows;
  const before = await rows();
  const { exitCode, stdout, stderr } = await diagnose();
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  const host = new URL(cluster.url).host;
  const sentences = [
    'ok: The settings are valid.',
    `PostgreSQL postgres at ${host}, schema step ${schema.step}`,
    'ok: PostgreSQL \\d+\\.\\d+ responds, and its settings are right.',
    `ok: The schema is that of this program, step ${schema.step}.`,
    `ok: The provider ${university.issuer} sends its metadata, and calls itself that.`,
    `ok: ${settings.PUBLIC_URL}/mdsd/healthz responds.`,
    `ok: The certificate of ${settings.PUBLIC_URL} is valid for 89 days, until ${day}.`,
    `ok: The certificate of the database is valid for 89 days, until ${day}.`,
    'ok: The clock of the database agrees with that of this machine.',
    `ok: The clock of ${university.issuer} agrees with that of this machine.`,
    `ok: The disk of ${backups} has \\d+ GB free.`,
    'not checked: The disk of PostgreSQL, because only its own machine can see it: run df there.',
    `ok: The newest backup, ${newest}, is 0 hours old and complete.`,
    'Nothing is wrong.',
  ];
  for (const sentence of sentences)
    expect(stdout).toMatch(new RegExp(`^${sentence.replaceAll('?', '\\?')}$`, 'm'));
  expect(await rows()).toEqual(before);
});

describe('It exits with 1 and says what to do if', () => {
  afterEach(() => {
    status = 200;
    university.misbehavior = {};
  });

  /** Expects that exactly this is wrong. */
  async function expectWrong(sentence: RegExp, other: NodeJS.ProcessEnv = {}, given: string[] = []) {
    const { exitCode, wrong, stderr } = await diagnose(other, given);
    expect(wrong).toEqual([expect.stringMatching(sentence)]);
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/\n1 check found something wrong: see above\.\n$/);
  }

  test('the database is stopped; what then cannot be checked is not wrong', async () => {
    await cluster.halt('fast');
    try {
      await expectWrong(
        /^wrong: The database at DATABASE_URL cannot be reached \(.*ECONNREFUSED.*\): start it, or correct DATABASE_URL\.$/,
      );
      const { stdout } = await diagnose();
      expect(stdout).toContain(
        'not checked: The schema and the clock of the database, because it does not respond.\n',
      );
    } finally {
      await cluster.resume();
    }
  });

  test('a setting of the role could lose a saved change', async () => {
    await sql`alter role postgres set synchronous_commit = off`.execute(database.db);
    try {
      await expectWrong(
        /^wrong: synchronous_commit is off .*: set it with ALTER ROLE … SET synchronous_commit = on\.$/,
      );
    } finally {
      await sql`alter role postgres reset synchronous_commit`.execute(database.db);
    }
  });

  test('the schema is missing', async () => {
    await sql`create database nothing`.execute(database.db);
    const url = String(settings.DATABASE_URL).replace('/postgres?', '/nothing?');
    await expectWrong(
      /^wrong: There are no tables in this database: run npm run upgrade with the DATABASE_URL of the owner, or correct DATABASE_URL\.$/,
      {
        DATABASE_URL: url,
      },
    );
  });

  test.for([
    [
      'older',
      { step: schema.step - 1 },
      `^wrong: The schema is of step ${schema.step - 1}, and this program of step ${schema.step}: run npm run upgrade with the DATABASE_URL of the owner\\.$`,
    ],
    [
      'of another program',
      { derived: 'outdated' },
      '^wrong: Functions, views or triggers differ from those of this program: run npm run upgrade with the DATABASE_URL of the owner\\.$',
    ],
    [
      'too new',
      { step: 99, oldest: 98 },
      '^wrong: The database is at step 99, which programs from step 98 on can work with; .*: start the newer program\\.$',
    ],
  ] as const)('the schema is %s', async ([, step, sentence]) => {
    const before = await database.db
      .selectFrom('schemaStep' as never)
      .selectAll()
      .executeTakeFirstOrThrow();
    const set = (values: object) =>
      database.db
        .updateTable('schemaStep' as never)
        .set(values as never)
        .execute();
    await set(step);
    try {
      await expectWrong(new RegExp(sentence));
    } finally {
      await set(before);
    }
  });

  test('the provider does not respond', async () => {
    await university.stop();
    try {
      await expectWrong(
        /^wrong: The provider http:\S+ cannot be reached \(ECONNREFUSED\): users cannot sign in\.$/,
      );
    } finally {
      await university.listen();
    }
  });

  test('the provider calls itself otherwise', async () => {
    university.misbehavior = { metadata: { issuer: 'https://other.example.edu' } };
    await expectWrong(
      /^wrong: The provider at \S+ calls itself https:\/\/other\.example\.edu: set OIDC_ISSUER to exactly that/,
    );
  });

  test('the public URL responds with an error', async () => {
    status = 502;
    await expectWrong(
      /^wrong: https:\S+\/mdsd\/healthz responds with 502 instead of 200: see whether the instances run, and the log of the proxy\.$/,
    );
  });

  test('the certificate of the public URL expires soon, or is not trusted', async () => {
    site.setSecureContext(pemOf(5));
    await expectWrong(
      new RegExp(`^wrong: The certificate of https:\\S+ ends in 4 days, on ${day}: renew it\\.$`),
    );
    site.setSecureContext(pemOf(90));
    await expectWrong(
      /^wrong: The certificate of https:\S+ is not trusted \(\w+\): renew it with its intermediate certificates, or set NODE_EXTRA_CA_CERTS to the file of your own authority\.$/,
      {
        NODE_EXTRA_CA_CERTS: '',
      },
    );
  });

  test('the certificate of the database expires soon', async () => {
    await useCertificate(2);
    await expectWrong(
      new RegExp(`^wrong: The certificate of the database ends in 1 day, on ${day}: renew it\\.$`),
    );
    await useCertificate(90);
  });

  test('the clock of this machine is ten minutes slow', async () => {
    const slow = 'data:text/javascript,const now = Date.now; Date.now = () => now() - 600_000;';
    const { exitCode, wrong } = await diagnose({}, ['--import', slow]);
    expect(wrong).toEqual([
      'wrong: The clock of the database is 10 minutes ahead of that of this machine, and only 6 are tolerated: use NTP on both.',
      `wrong: The clock of ${university.issuer} is 10 minutes ahead of that of this machine, and only 6 are tolerated: use NTP on both.`,
    ]);
    expect(exitCode).toBe(1);
  });

  test('the newest backup is old', async () => {
    const { mtime } = statSync(newest);
    const old = new Date(Date.now() - 30 * 3_600_000);
    utimesSync(newest, old, old);
    await expectWrong(
      /^wrong: The newest backup, \S+newest\.gz, is 30 hours old: see the log of the nightly backup, and run npm run backup\.$/,
    );
    utimesSync(newest, mtime, mtime);
  });

  test('the newest backup is damaged, or there is none', async () => {
    const damaged = join(backups, 'damaged.gz');
    copyFileSync(newest, damaged);
    truncateSync(damaged, statSync(damaged).size - 100);
    await expectWrong(/^wrong: \S+damaged\.gz is damaged: its end is missing\. Use another backup\.$/);
    rmSync(damaged);
    await expectWrong(
      /^wrong: There is no backup in \S+: run npm run backup, and see the log of the nightly backup\.$/,
      {
        BACKUP_DIR: folder,
      },
    );
    await expectWrong(/^wrong: There is no folder \/none: set BACKUP_DIR to the folder of the backups\.$/, {
      BACKUP_DIR: '/none',
    });
  });
});

test('A public URL that this machine does not reach, and backups that nobody named, are not wrong', async () => {
  const port = await freePort();
  const { exitCode, stdout } = await diagnose({ PUBLIC_URL: `https://127.0.0.1:${port}`, BACKUP_DIR: '' });
  expect(exitCode).toBe(0);
  expect(stdout).toContain(
    `not checked: https://127.0.0.1:${port}/mdsd/healthz and its certificate, because this machine does not reach it (ECONNREFUSED): open it in a browser.\n`,
  );
  expect(stdout).toContain('not checked: The backups: set BACKUP_DIR to their folder.\n');
});

test('Wrong settings exit with 3, and nothing else is checked', async () => {
  expect(await diagnose({ LOG_LEVEL: 'loud' })).toMatchObject({
    exitCode: 3,
    stdout: '',
    stderr: expect.stringMatching(/^LOG_LEVEL is "loud"; set it to one of /),
  });
});
