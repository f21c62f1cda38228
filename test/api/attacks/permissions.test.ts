import { sql } from 'kysely';
import { inject } from 'vitest';
import type { Database } from '../../../server/db/database.ts';
import { expectThat } from '../../support/expectThat.ts';
import { fingerprintOf } from '../../support/fingerprint.ts';
import { openDirectly } from '../../support/openDatabase.ts';
import { scenarioTest } from '../../support/scenarioTest.ts';
import { type Place, type ServerProcess, start } from '../../support/serverProcess.ts';
import { signIn, type TestResponse, TestUser } from '../../support/testUser.ts';
import {
  asOneselfOnly,
  demoUsers,
  everyone,
  gettersWithEffect,
  type UserName,
  whoMay,
} from '../../support/whoMay.ts';

/** A caller in a special state, and the user of the permission table with the same rights. */
interface State {
  name: string;
  asWho: string;
  /** Signs the caller in and sets up the state, as far as a browser can. */
  open: (product: ServerProcess) => Promise<TestUser>;
  /** Changes the session or the user in the database without the browser. */
  change?: (db: Database['db']) => Promise<unknown>;
  /**
   * Skipped on the embedded engine: its database can only be changed while the server is stopped, and each start resets
   * the users' groups.
   */
  runningOnly?: true;
  /** Whether it impersonates another user. */
  impersonates?: true;
  /** Additional requests that this state may send. */
  alsoMay?: (call: string) => boolean;
}

const states: State[] = [
  ...demoUsers.map(
    (name): State => ({
      name,
      asWho: name,
      open: (product) => signIn(product, name),
    }),
  ),
  { name: 'nobody', asWho: 'nobody', open: async (product) => new TestUser(product) },
  {
    name: 'with an invented session',
    asWho: 'nobody',
    open: async (product) => new TestUser(product, { SESSION: 'A'.repeat(43), 'XSRF-TOKEN': 'A'.repeat(43) }),
  },
  {
    name: 'logged out',
    asWho: 'nobody',
    async open(product) {
      const user = await signIn(product, 'admin');
      expectThat((await user.post('/auth/logout')).status === 200, 'A logout failed');
      return user;
    },
  },
  {
    name: 'admin acting as viewer',
    asWho: 'viewer',
    open: (product) => actingAs(product, 'viewer'),
    impersonates: true,
    alsoMay: (call) => call.includes('/impersonate'),
  },
  {
    name: 'admin acting as registrar',
    asWho: 'registrar',
    open: (product) => actingAs(product, 'registrar'),
    impersonates: true,
    alsoMay: (call) => call.includes('/impersonate'),
  },
  {
    name: 'the session from before an impersonation',
    asWho: 'nobody',
    async open(product) {
      const user = await signIn(product, 'admin');
      const old = { ...user.cookies };
      await user.get('/impersonate/viewer');
      return new TestUser(product, old);
    },
  },
  {
    name: 'registrar whose group was removed during the session',
    asWho: 'viewer',
    runningOnly: true,
    open: (product) => signIn(product, 'registrar'),
    change: (db) => sql`update app_user set groups = '[]' where uci_net_id = 'registrar'`.execute(db),
  },
  {
    name: 'viewer who became a registrar during the session',
    asWho: 'registrar',
    runningOnly: true,
    open: (product) => signIn(product, 'viewer'),
    change: (db) =>
      sql`update app_user set groups = '["ITSEC:RegAdm VPN User"]' where uci_net_id = 'viewer'`.execute(db),
  },
  {
    name: 'admin after 30 idle minutes',
    asWho: 'nobody',
    open: (product) => signIn(product, 'admin'),
    change: (db) => sql`update session set seen_at = seen_at - interval '31 minutes'`.execute(db),
  },
  {
    name: 'admin after 12 hours',
    asWho: 'nobody',
    open: (product) => signIn(product, 'admin'),
    change: (db) =>
      sql`update session set created_at = created_at - interval '12 hours 1 second'`.execute(db),
  },
  {
    name: 'admin acting as viewer for more than an hour',
    asWho: 'admin',
    open: (product) => actingAs(product, 'viewer'),
    change: (db) => sql`update session set acting_since = acting_since - interval '61 minutes'`.execute(db),
  },
];

/** Requests that end or replace their own session. */
const changesSession = (call: string) => /logout|impersonate/.test(call);

scenarioTest(
  'Every user can make exactly the calls that the permission table grants, in every session state.',
  async ({ newPlace, atEnd }) => {
    const place = await newPlace();
    let product = await start(place);
    atEnd(() => product.kill());
    const before = await seenBy(product);
    let cells = 0;
    const here = states.filter(
      ({ runningOnly }) => inject('templates').engine === 'PostgreSQL' || !runningOnly,
    );

    for (const state of here) {
      let user = await state.open(product);
      if (state.change) {
        const { change } = state;
        product = await changeDatabase(product, place, change);
        user = user.through(product);
      }
      for (const [call, may] of Object.entries(whoMay)) {
        if (!call.includes('/api/') || call.includes('auth/start') || call.includes('auth/callback'))
          continue;
        const isOwn = changesSession(call) && !state.change;
        const asked = isOwn ? await state.open(product) : user;
        if (changesSession(call) && state.change) continue;
        const isPermitted = may.includes(state.asWho) || Boolean(state.alsoMay?.(call));
        const isForbidden = state.impersonates && asOneselfOnly.includes(call);
        cells += await checkCall(asked, state, call, isPermitted && !isForbidden);
        if (isOwn) asked.close();
      }
      user.close();
      // Signing in again restores the users for the next state.
      if (state.change) for (const name of demoUsers) (await signIn(product, name)).close();
    }
    expectThat((await seenBy(product)) === before, 'Calls for missing items have changed the data');
    return [`${cells} cells of ${here.length} states, each call also with HEAD and OPTIONS, none wrong`];
  },
);

/**
 * Requests items that do not exist, so that nothing changes even if a request is allowed. Returns the number of requests,
 * including HEAD and OPTIONS.
 */
async function checkCall(user: TestUser, state: State, call: string, may: boolean): Promise<number> {
  const [method = '', url = ''] = call.split(' ');
  const path = url
    .replace('/api', '')
    .replace(':schoolCode', '9Z')
    .replace(':impersonationId', 'stranger')
    .replace(/:\w+/g, '987654');
  const where = `${state.name}: ${call}`;
  const response = await user.request(method, path);
  const isRefused = response.status === 401 || response.status === 403;
  expectThat(
    isRefused === !may,
    `${where} returns ${response.status} but should ${may ? '' : 'not '}be allowed`,
  );
  if (!may)
    expectThat(
      response.status === (state.asWho === 'nobody' ? 401 : 403),
      `${where} is refused with ${response.status}`,
    );
  expectThat(response.status < 500, `${where} returns ${response.status}`);
  for (const other of ['HEAD', 'OPTIONS']) {
    // HEAD is that of the GET at the same URL.
    const isOfGet = other === 'HEAD' && `GET ${url}` in whoMay && !gettersWithEffect.includes(`GET ${url}`);
    if (isOfGet && method !== 'GET') continue;
    const otherwise: TestResponse = await user.request(other, path);
    const expected = isOfGet ? [response.status] : [404, 405];
    expectThat(expected.includes(otherwise.status), `${where} returns ${otherwise.status} for ${other}`);
  }
  return 3;
}

async function actingAs(product: ServerProcess, name: UserName): Promise<TestUser> {
  const user = await signIn(product, 'admin');
  const response = await user.get(`/impersonate/${name}`);
  expectThat(response.status === 200, `An impersonation returns ${response.status}`);
  for (const line of response.headers['set-cookie'] ?? []) {
    const [name = '', value = ''] = line.split(';')[0]?.split('=') ?? [];
    user.cookies[name] = value;
  }
  return user;
}

/**
 * Changes the database without the server noticing. The embedded one can only be opened while the server is stopped.
 */
async function changeDatabase(
  product: ServerProcess,
  place: Place,
  work: (db: Database['db']) => Promise<unknown>,
): Promise<ServerProcess> {
  const isEmbedded = 'DATA_DIR' in place;
  if (isEmbedded) await product.stop();
  const { db, close } = await openDirectly(place);
  await work(db);
  await close();
  return isEmbedded ? await start(place) : product;
}

async function seenBy(product: ServerProcess): Promise<string> {
  const registrar = await signIn(product, 'registrar');
  const seen = await fingerprintOf(registrar);
  registrar.close();
  return seen;
}

expectThat(everyone.length === demoUsers.length + 1, 'The table names users without a state');
