import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sessionCredentials } from '../../server/auth/credentials.ts';
import { closeSessions, openSession } from '../../server/auth/sessions.ts';
import { callerFinder, type IdentifiedCaller } from '../../server/http/caller.ts';
import { type TestApp, testApp } from '../support/app.ts';
import { type Random, randomFrom } from '../support/random.ts';
import { record } from '../support/sentStatements.ts';
import { demoUsers, type UserName } from '../support/whoMay.ts';

// Requests that arrive in the same turn of the event loop find their callers with one statement.

let mdd: TestApp;
beforeAll(async () => {
  mdd = await testApp();
});
afterAll(() => mdd.close());

const ofCallers = ({ sql: text }: { sql: string }) => /\bsession\b/.test(text);

describe('Requests of one turn', () => {
  test('find their callers and counters with one statement', async () => {
    const read = (user: UserName) => mdd.as(user).get('/auth/me');
    await Promise.all(demoUsers.map(read));
    const { response, statements } = await record(() => Promise.all([...demoUsers, ...demoUsers].map(read)));
    expect(response.map(({ status }) => status)).toEqual([...demoUsers, ...demoUsers].map(() => 200));
    expect(statements.filter(ofCallers)).toHaveLength(1);
  });

  test('each act as their own user, and one whose session was revoked gets a 401', async () => {
    const [revoked, ...others] = demoUsers;
    const ended = mdd.anotherAs(revoked);
    expect(await ended.get('/auth/me')).toMatchObject({ status: 200 });
    await sql`delete from session where uci_net_id = ${revoked} and session_key =
      (select max(session_key) from session where uci_net_id = ${revoked})`.execute(mdd.db);
    const all = await Promise.all(
      [ended, ...others.map((user) => mdd.as(user))].map((of) => of.get('/auth/me')),
    );
    expect(all.map(({ status }) => status)).toEqual([401, ...others.map(() => 200)]);
    expect(
      all
        .slice(1)
        .map(({ body }) => (body as { serviceResult: { uciNetId: string } }).serviceResult.uciNetId),
    ).toEqual(others);
  });
});

const INTERLEAVINGS = 10_000;
const SEED = 20_261_128;

test(`In ${INTERLEAVINGS} random interleavings with revocations, no caller is known too long and none loses their session`, async () => {
  const { db, config } = mdd;
  const random = randomFrom(SEED);
  const find = callerFinder(db, sessionCredentials(db, config));
  const open = async (user: UserName) => ({ user, id: await openSession(db, { uciNetId: user }) });
  const turns = async (own: Random) => {
    for (let left = own.below(3); left > 0; left -= 1) await setImmediate();
  };
  const neighbors = await Promise.all(demoUsers.map(open));
  let inBetween = 0;

  for (let round = 0; round < INTERLEAVINGS; round += 1) {
    const victim = await open(random.pick(demoUsers));
    let state: 'open' | 'ending' | 'ended' = 'open';
    const expectUser = (found: IdentifiedCaller | undefined, user: UserName) =>
      expect(found?.caller.user.uciNetId, `round ${round}`).toBe(user);

    const readVictim = async (own: Random) => {
      await turns(own);
      const before = state;
      const found = await find([victim.id]);
      if (before === 'ended') expect(found, `round ${round}`).toBeUndefined();
      else if (state === 'open') expectUser(found, victim.user);
      else {
        inBetween += 1;
        if (found) expectUser(found, victim.user);
      }
    };
    const readNeighbor = async (own: Random) => {
      await turns(own);
      const { user, id } = own.pick(neighbors);
      expectUser(await find([id]), user);
    };
    const revoke = async (own: Random) => {
      await turns(own);
      state = 'ending';
      await closeSessions(db, [victim.id]);
      state = 'ended';
      // Joins whatever the others have begun.
      await Promise.all([readVictim(own), readNeighbor(own)]);
    };
    const readers = [readVictim, readVictim, readNeighbor, readNeighbor];
    const actors = readers.toSpliced(random.below(readers.length + 1), 0, revoke);
    // Each has numbers of its own, so that a seed gives the same actions whatever their speed.
    await Promise.all(actors.map((act) => act(random.fork())));
  }
  expect(inBetween).toBeGreaterThan(INTERLEAVINGS / 10);
}, 900_000);
