import { sql } from 'kysely';
import type { Database } from '../../server/db/database.ts';
import { everyone, type PersonName, people, whoMay } from '../support/whoMay.ts';
import { hold, type Part } from './scenario.ts';
import { openDirectly } from './support/database.ts';
import { fingerprintOf } from './support/fingerprint.ts';
import { type Place, type Product, start } from './support/server.ts';
import { Person, type Response_, signIn } from './support/testUser.ts';

/** A caller in a special state, and the person from the permission table with the same rights. */
interface State {
  name: string;
  asWho: string;
  /** Signs the caller in and sets up the state, as far as a browser can. */
  open: (product: Product) => Promise<Person>;
  /** Changes the session or the user in the database, unnoticed by the browser. */
  meanwhile?: (db: Database['db']) => Promise<unknown>;
  /**
   * Skipped on the embedded engine: its database can only be changed while the server is stopped, and each start resets
   * the users' groups.
   */
  runningOnly?: true;
  /** Part of the sample. */
  inSample?: true;
  /** Additional calls that this state may make. */
  alsoMay?: (call: string) => boolean;
}

const states: State[] = [
  ...people.map(
    (name): State => ({
      name,
      asWho: name,
      ...(name === 'support' ? { inSample: true } : {}),
      open: (product) => signIn(product, name),
    }),
  ),
  { name: 'nobody', inSample: true, asWho: 'nobody', open: async (product) => new Person(product) },
  {
    name: 'with an invented session',
    asWho: 'nobody',
    open: async (product) => new Person(product, { SESSION: 'A'.repeat(43), 'XSRF-TOKEN': 'A'.repeat(43) }),
  },
  {
    name: 'logged out',
    asWho: 'nobody',
    async open(product) {
      const user = await signIn(product, 'admin');
      hold((await user.post('/auth/logout')).status === 200, 'A logout failed');
      return user;
    },
  },
  {
    name: 'admin acting as viewer',
    asWho: 'viewer',
    inSample: true,
    open: (product) => actingAs(product, 'viewer'),
    alsoMay: (call) => call.includes('/impersonate/'),
  },
  {
    name: 'admin acting as registrar',
    asWho: 'registrar',
    open: (product) => actingAs(product, 'registrar'),
    alsoMay: (call) => call.includes('/impersonate/'),
  },
  {
    name: 'the session from before an impersonation',
    asWho: 'nobody',
    async open(product) {
      const user = await signIn(product, 'admin');
      const old = { ...user.cookies };
      await user.get('/impersonate/viewer');
      return new Person(product, old);
    },
  },
  {
    name: 'registrar whose group was removed meanwhile',
    asWho: 'viewer',
    runningOnly: true,
    open: (product) => signIn(product, 'registrar'),
    meanwhile: (db) => sql`update app_user set groups = '[]' where uci_net_id = 'registrar'`.execute(db),
  },
  {
    name: 'viewer who was made a registrar meanwhile',
    asWho: 'registrar',
    runningOnly: true,
    open: (product) => signIn(product, 'viewer'),
    meanwhile: (db) =>
      sql`update app_user set groups = '["ITSEC:RegAdm VPN User"]' where uci_net_id = 'viewer'`.execute(db),
  },
  {
    name: 'admin after 30 idle minutes',
    asWho: 'nobody',
    open: (product) => signIn(product, 'admin'),
    meanwhile: (db) => sql`update session set seen_at = seen_at - interval '31 minutes'`.execute(db),
  },
  {
    name: 'admin after 12 hours',
    asWho: 'nobody',
    open: (product) => signIn(product, 'admin'),
    meanwhile: (db) =>
      sql`update session set created_at = created_at - interval '12 hours 1 second'`.execute(db),
  },
  {
    name: 'admin acting as viewer for more than an hour',
    asWho: 'admin',
    open: (product) => actingAs(product, 'viewer'),
    meanwhile: (db) =>
      sql`update session set acting_since = acting_since - interval '61 minutes'`.execute(db),
  },
];

/** Calls that end or replace the session used to make them. */
const changesSession = (call: string) => /logout|impersonate/.test(call);

export const permissions: Part = {
  name: 'permissions',
  promise: 'Every user can make exactly the calls that the permission table grants, in every session state.',
  engines: ['postgresql', 'embedded'],
  async run({ engine, newPlace, atEnd, short }) {
    const place = await newPlace();
    let product = await start(place);
    atEnd(() => product.kill());
    const before = await seenBy(product);
    let cells = 0;
    const here = states.filter(({ runningOnly }) => engine === 'postgresql' || !runningOnly);
    const sample = short ? here.filter(({ inSample }) => inSample) : here;
    for (const state of sample) {
      let user = await state.open(product);
      if (state.meanwhile) {
        const { meanwhile } = state;
        product = await behindItsBack(product, place, meanwhile);
        user = user.through(product);
      }
      for (const [call, may] of Object.entries(whoMay)) {
        if (!call.includes('/api/') || call.includes('auth/start') || call.includes('auth/callback'))
          continue;
        const isOwn = changesSession(call) && !state.meanwhile;
        const asked = isOwn ? await state.open(product) : user;
        if (changesSession(call) && state.meanwhile) continue;
        cells += await checkCall(
          asked,
          state,
          call,
          may.includes(state.asWho) || Boolean(state.alsoMay?.(call)),
        );
        if (isOwn) asked.close();
      }
      user.close();
      // Signing in again restores the users for the next state.
      if (state.meanwhile) for (const name of people) (await signIn(product, name)).close();
    }
    hold((await seenBy(product)) === before, 'Calls for missing items have changed the data');
    return [`${cells} cells of ${sample.length} states, each call also with HEAD and OPTIONS, none wrong`];
  },
};

/**
 * Calls something that does not exist, so that nothing changes even if the call is let through. Returns the number of
 * calls made, including HEAD and OPTIONS.
 */
async function checkCall(user: Person, state: State, call: string, may: boolean): Promise<number> {
  const [method = '', url = ''] = call.split(' ');
  const path = url
    .replace('/api', '')
    .replace(':schoolCode', '9Z')
    .replace(':impersonationId', 'stranger')
    .replace(/:\w+/g, '987654');
  const where = `${state.name}: ${call}`;
  const response = await user.call(method, path);
  const isRefused = response.status === 401 || response.status === 403;
  hold(isRefused === !may, `${where} returns ${response.status} but should ${may ? '' : 'not '}be allowed`);
  if (!may)
    hold(
      response.status === (state.asWho === 'nobody' ? 401 : 403),
      `${where} is refused with ${response.status}`,
    );
  hold(response.status < 500, `${where} returns ${response.status}`);
  for (const other of ['HEAD', 'OPTIONS']) {
    if (`${other} ${url}` in whoMay) continue;
    const otherwise: Response_ = await user.call(other, path);
    hold([404, 405].includes(otherwise.status), `${where} returns ${otherwise.status} for ${other}`);
  }
  return 3;
}

async function actingAs(product: Product, name: PersonName): Promise<Person> {
  const user = await signIn(product, 'admin');
  const response = await user.get(`/impersonate/${name}`);
  hold(response.status === 200, `An impersonation returns ${response.status}`);
  for (const line of response.headers['set-cookie'] ?? []) {
    const [name = '', value = ''] = line.split(';')[0]?.split('=') ?? [];
    user.cookies[name] = value;
  }
  return user;
}

/**
 * Changes the database without the server noticing. The embedded one can only be opened while the server is stopped.
 */
async function behindItsBack(
  product: Product,
  place: Place,
  work: (db: Database['db']) => Promise<unknown>,
): Promise<Product> {
  const isEmbedded = 'DATA_DIR' in place;
  if (isEmbedded) await product.stop();
  const { db, close } = await openDirectly(place);
  await work(db);
  await close();
  return isEmbedded ? await start(place) : product;
}

async function seenBy(product: Product): Promise<string> {
  const registrar = await signIn(product, 'registrar');
  const seen = await fingerprintOf(registrar);
  registrar.close();
  return seen;
}

hold(everyone.length === people.length + 1, 'The table names users without a state');
