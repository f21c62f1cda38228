import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { freePort } from '../../../../scripts/ports.mjs';
import { expectThat } from '../../../support/expectThat.ts';
import { query } from '../../../support/ownCluster.ts';
import { type Scenario, scenarioTest } from '../../../support/scenarioTest.ts';
import { launch, type Place, type ServerProcess } from '../../../support/serverProcess.ts';
import { signIn, type TestResponse, type TestUser } from '../../../support/testUser.ts';

type At = TestUser['at'];
type Body = Record<string, unknown>;

/** Three servers with one database must look like one server. */
scenarioTest(
  'Several servers on one database act as one: sessions, versions and lists agree on all of them at once.',
  async (run) => {
    const place = await run.newPlace();
    const servers = await startAtOnce(run, place);
    const [one] = servers as [ServerProcess];
    const proxy = await roundRobin(servers);
    run.atEnd(() => proxy.close());
    // The demonstration provider keeps a pending sign-in in memory, so a sign-in must stay at one server. Its session is
    // valid at all of them.
    const registrar = (await signIn(one, 'registrar')).through(proxy.at);
    run.atEnd(() => registrar.close());
    return [
      await startedOnce(place),
      await checkVersions(registrar),
      await checkFreshLists(registrar, servers),
      await impersonatesEverywhere(one, proxy.at, servers),
      await endsEverywhere(one, servers),
    ];
  },
);

/** All three start for the first time, and migrate, at the same time. */
async function startAtOnce(run: Scenario, place: Place): Promise<ServerProcess[]> {
  const [first, ...others] = await Promise.all([freePort(), freePort(), freePort()]);
  const common = { SESSION_SECRET: run.random.code(40), PUBLIC_URL: `http://127.0.0.1:${first}` };
  const servers = await Promise.all(
    [first, ...others].map((port) => launch(place, { ...common, PORT: String(port) })),
  );
  run.atEnd(async () => void (await Promise.all(servers.map((server) => server.kill()))));
  await Promise.all(servers.map((server) => server.ready()));
  return servers;
}

async function startedOnce(place: Place): Promise<string> {
  expectThat('DATABASE_URL' in place, 'Several servers need PostgreSQL');
  const [row] = await query<{ schools: string; loaded: string; migrations: string }>(
    place.DATABASE_URL,
    `select (select count(*) from school) as schools,
       (select count(*) from derived.change_log where kind = 'school' and origin = 'sample') as loaded,
       (select count(*) from schema_migration) as migrations`,
  );
  expectThat(
    row && row.schools === row.loaded,
    `Three first starts loaded ${row?.loaded} of ${row?.schools} schools`,
  );
  return `3 servers started at once on an empty database, migrated (${row.migrations} files) and filled once`;
}

/** The edits go to the servers in turn. */
async function checkVersions(registrar: TestUser): Promise<string> {
  const [editors, edits] = [3, 5];
  const { deptKey } = await created(registrar, { title7: 'MANY', title: '0' });
  const path = `/departments/${deptKey}`;
  let refused = 0;
  await Promise.all(
    Array.from({ length: editors }, async () => {
      for (let done = 0; done < edits; ) {
        const { title, version } = await departmentOf(registrar, path);
        const response = await registrar.put(`${path}?overrideWarnings=true`, {
          title7: 'MANY',
          title: String(Number(title) + 1),
          version,
        });
        if (response.status === 200) done += 1;
        else if (response.status === 409 && response.text.includes('EDIT_CONFLICT')) refused += 1;
        else throw unexpected(response);
      }
    }),
  );
  const { title, version } = await departmentOf(registrar, path);
  const all = editors * edits;
  expectThat(
    Number(title) === all && version === all + 1,
    `${all} edits through three servers: ${title}, version ${version}`,
  );
  return `${editors} × ${edits} edits of one department through all servers, ${refused} rejected as conflicts and repeated, 0 lost`;
}

/**
 * A save at one server is in the lists of all others as soon as it is acknowledged. They no longer accept an older
 * ETag.
 */
async function checkFreshLists(registrar: TestUser, servers: ServerProcess[]): Promise<string> {
  const rounds = 6;
  const through = servers.map((server) => registrar.through(server));
  const tagOf = async (user: TestUser) => String((await user.get('/departments')).headers.etag);
  let tags = await Promise.all(through.map(tagOf));
  let unchanged = 0;
  for (let round = 0; round < rounds; round += 1) {
    const writer = through[round % through.length] as TestUser;
    const { deptKey } = await created(writer, { title7: 'SEEN', title: `Seen ${round}` });
    const lists = await Promise.all(
      through.map((user, at) => user.get('/departments', { 'if-none-match': tags[at] })),
    );
    for (const list of lists)
      expectThat(
        list.status === 200 && (list.json() as Body[]).some((row) => row.deptKey === deptKey),
        `A saved department is not in the list of another server, which responded with ${list.status}`,
      );
    tags = lists.map(({ headers }) => String(headers.etag));
    expectThat(new Set(tags).size === 1, `The same list has the ETags ${tags.join(' ')}`);
    const again = await Promise.all(
      through.map((user, at) => user.get('/departments', { 'if-none-match': tags[(at + 1) % 3] })),
    );
    expectThat(
      again.every(({ status }) => status === 304),
      `The ETag of another server got the status ${again.map(({ status }) => status).join(', ')}`,
    );
    unchanged += again.length;
  }
  for (const user of through) user.close();
  return `${rounds} saves through one, each in the next lists of all three; ${unchanged} × 304 for the ETag of another server`;
}

/**
 * Starting and ending an impersonation at one server takes effect at all of them, and the previous session ID is
 * invalid everywhere.
 */
async function impersonatesEverywhere(
  one: ServerProcess,
  proxy: At,
  servers: ServerProcess[],
): Promise<string> {
  const admin = (await signIn(one, 'admin')).through(proxy);
  const change = async (path: string) => {
    const before = admin.through(proxy);
    const response = await admin.get(path);
    expectThat(response.status === 200, `${path} responded with ${response.status}: ${response.text}`);
    for (const line of response.headers['set-cookie'] ?? []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      admin.cookies[name] = value;
    }
    await isEverywhere(before, servers, 'nobody');
    before.close();
  };
  await change('/impersonate/registrar');
  await isEverywhere(admin, servers, 'registrar');
  await change('/impersonate/logout');
  await isEverywhere(admin, servers, 'admin');
  admin.close();
  return 'an impersonation started and ended on one server applies to all';
}

/** Signing out at one server ends the session at all of them. */
async function endsEverywhere(one: ServerProcess, servers: ServerProcess[]): Promise<string> {
  for (const server of servers) {
    const viewer = (await signIn(one, 'viewer')).through(server);
    await isEverywhere(viewer, servers, 'viewer');
    const response = await viewer.post('/auth/logout');
    expectThat(response.status === 200, `Signing out responded with ${response.status}: ${response.text}`);
    await isEverywhere(viewer, servers, 'nobody');
    viewer.close();
  }
  return 'a session is valid on all servers, and on none after a logout on any of them';
}

async function isEverywhere(user: TestUser, servers: ServerProcess[], expected: string): Promise<void> {
  for (const server of servers) {
    const there = user.through(server);
    const { status, json } = await there.get('/auth/me');
    const who =
      status === 401 ? 'nobody' : (json() as { serviceResult: { uciNetId: string } }).serviceResult.uciNetId;
    expectThat(who === expected, `At ${server.origin} the session belongs to ${who}, not to ${expected}`);
    there.close();
  }
}

/** A proxy in front of several servers that forwards each request to the next one. */
async function roundRobin(servers: ServerProcess[]): Promise<{ at: At; close: () => void }> {
  let turn = 0;
  const proxy = createServer((asked: IncomingMessage, response: ServerResponse) => {
    const { method, url: path, headers } = asked;
    const port = servers[turn++ % servers.length]?.port;
    const passed = request({ host: '127.0.0.1', port, method, path, headers }, (given) => {
      response.writeHead(given.statusCode ?? 502, given.rawHeaders);
      given.pipe(response);
    });
    passed.on('error', () => response.destroy());
    asked.pipe(passed);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const { port } = proxy.address() as AddressInfo;
  const at = { port, origin: `http://127.0.0.1:${port}`, base: '/mdsd' };
  return { at, close: () => void proxy.close() };
}

interface Department {
  deptKey: number;
  title: string;
  version: number;
}

async function created(registrar: TestUser, form: Body): Promise<Department> {
  const response = await registrar.post('/departments?overrideWarnings=true', form);
  if (response.status !== 201) throw unexpected(response);
  return response.json() as Department;
}

async function departmentOf(registrar: TestUser, path: string): Promise<Department> {
  const response = await registrar.get(path);
  if (response.status !== 200) throw unexpected(response);
  return (response.json() as { department: Department }).department;
}

const unexpected = ({ status, text }: TestResponse) => new Error(`Unexpected response: ${status} ${text}`);
