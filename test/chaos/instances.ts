import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { freePort } from '../support/ports.ts';
import { hold, type Part, type Run } from './scenario.ts';
import { query } from './support/cluster.ts';
import { launch, type Place, type Product } from './support/server.ts';
import { type Person, type Response_, signIn } from './support/testUser.ts';

type At = Person['at'];
type Body = Record<string, unknown>;

/** Three servers with one database must look like one server. */
export const instances: Part = {
  name: 'instances',
  promise:
    'Several servers on one database act as one: sessions, versions and lists agree on all of them at once.',
  engines: ['postgresql'],
  async run(run) {
    const place = await run.newPlace();
    const servers = await startAtOnce(run, place);
    const [one] = servers as [Product];
    const proxy = await roundRobin(servers);
    run.atEnd(() => proxy.close());
    // The demonstration provider keeps a pending sign-in in memory, so signing in must stay at one server. The session
    // is then valid at all of them.
    const registrar = (await signIn(one, 'registrar')).through(proxy.at);
    run.atEnd(() => registrar.close());
    return [
      await startedOnce(place),
      await editorsRightAcross(run, registrar),
      await seenAtOnce(run, registrar, servers),
      await impersonatesEverywhere(one, proxy.at, servers),
      await endsEverywhere(one, servers),
    ];
  },
};

/** All three start for the first time, and migrate, at the same moment. */
async function startAtOnce(run: Run, place: Place): Promise<Product[]> {
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
  hold('DATABASE_URL' in place, 'Several servers need PostgreSQL');
  const [row] = await query<{ schools: string; loaded: string; migrations: string }>(
    place.DATABASE_URL,
    `select (select count(*) from school) as schools,
       (select count(*) from derived.change_log where kind = 'school' and origin = 'sample') as loaded,
       (select count(*) from schema_migration) as migrations`,
  );
  hold(
    row && row.schools === row.loaded,
    `Three first starts loaded ${row?.loaded} of ${row?.schools} schools`,
  );
  return `3 servers started at once on an empty database, migrated (${row.migrations} files) and filled once`;
}

/** Each edit goes to the next server in turn. */
async function editorsRightAcross({ short }: Run, registrar: Person): Promise<string> {
  const [editors, edits] = short ? [3, 5] : [10, 25];
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
  hold(
    Number(title) === all && version === all + 1,
    `${all} edits through three servers: ${title}, version ${version}`,
  );
  return `${editors} × ${edits} edits of one department through all servers, ${refused} rejected as conflicts and repeated, 0 lost`;
}

/**
 * A save at one server is in the lists of all others as soon as it is acknowledged. They no longer accept an older
 * ETag.
 */
async function seenAtOnce({ short }: Run, registrar: Person, servers: Product[]): Promise<string> {
  const rounds = short ? 6 : 60;
  const through = servers.map((server) => registrar.through(server));
  const tagOf = async (user: Person) => String((await user.get('/departments')).headers.etag);
  let tags = await Promise.all(through.map(tagOf));
  let unchanged = 0;
  for (let round = 0; round < rounds; round += 1) {
    const writer = through[round % through.length] as Person;
    const { deptKey } = await created(writer, { title7: 'SEEN', title: `Seen ${round}` });
    const lists = await Promise.all(
      through.map((user, at) => user.get('/departments', { 'if-none-match': tags[at] })),
    );
    for (const list of lists)
      hold(
        list.status === 200 && (list.json() as Body[]).some((row) => row.deptKey === deptKey),
        `A saved department is not in the list of another server, which answered ${list.status}`,
      );
    tags = lists.map(({ headers }) => String(headers.etag));
    hold(new Set(tags).size === 1, `The same list has the ETags ${tags.join(' ')}`);
    const again = await Promise.all(
      through.map((user, at) => user.get('/departments', { 'if-none-match': tags[(at + 1) % 3] })),
    );
    hold(
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
async function impersonatesEverywhere(one: Product, proxy: At, servers: Product[]): Promise<string> {
  const admin = (await signIn(one, 'admin')).through(proxy);
  const change = async (path: string) => {
    const before = admin.through(proxy);
    const response = await admin.get(path);
    hold(response.status === 200, `${path} answered ${response.status}: ${response.text}`);
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
async function endsEverywhere(one: Product, servers: Product[]): Promise<string> {
  for (const server of servers) {
    const viewer = (await signIn(one, 'viewer')).through(server);
    await isEverywhere(viewer, servers, 'viewer');
    const response = await viewer.post('/auth/logout');
    hold(response.status === 200, `Signing out answered ${response.status}: ${response.text}`);
    await isEverywhere(viewer, servers, 'nobody');
    viewer.close();
  }
  return 'a session is valid on all servers, and on none after a logout on any of them';
}

async function isEverywhere(user: Person, servers: Product[], expected: string): Promise<void> {
  for (const server of servers) {
    const there = user.through(server);
    const { status, json } = await there.get('/auth/me');
    const who =
      status === 401 ? 'nobody' : (json() as { serviceResult: { uciNetId: string } }).serviceResult.uciNetId;
    hold(who === expected, `At ${server.origin} the session belongs to ${who}, not to ${expected}`);
    there.close();
  }
}

/** A proxy in front of several servers that forwards each request to the next one. */
async function roundRobin(servers: Product[]): Promise<{ at: At; close: () => void }> {
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

async function created(registrar: Person, form: Body): Promise<Department> {
  const response = await registrar.post('/departments?overrideWarnings=true', form);
  if (response.status !== 201) throw unexpected(response);
  return response.json() as Department;
}

async function departmentOf(registrar: Person, path: string): Promise<Department> {
  const response = await registrar.get(path);
  if (response.status !== 200) throw unexpected(response);
  return (response.json() as { department: Department }).department;
}

const unexpected = ({ status, text }: Response_) => new Error(`Unexpected response: ${status} ${text}`);
