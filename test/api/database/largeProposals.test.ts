import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type ClientRequest, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { MOST_ROWS } from '../../../contract/proposals.ts';
import { isSavingLargeChange, largeChange } from '../../../server/db/largeChanges.ts';
import { limits } from '../../../server/runtime/limits.ts';
import { type TestApp, testApp } from '../../support/app.ts';
import { aSchool } from '../../support/factories.ts';
import { slowDown, speedUp } from '../../support/slowDown.ts';
import { proposalsOf } from '../proposals/support.ts';

// Slow proposals: the responses to other requests, and their end if their caller disconnects (contract 9).

let mdd: TestApp;
let calls: ReturnType<typeof proposalsOf>;
beforeAll(async () => {
  mdd = await testApp({ sample: true, listens: true, faults: true });
  calls = proposalsOf(mdd);
});
afterAll(() => mdd.close());

type Who = Parameters<TestApp['anotherAs']>[0];

const registrar = () => mdd.as('registrar');
const newDepartment = (title: string) => ({ kind: 'department', ref: {}, values: { title7: 'SLOW', title } });
const countOf = async (title: string) =>
  (await mdd.db.selectFrom('department').select('deptKey').where('title', '=', title).execute()).length;

/** Begins a request over its own connection. */
async function begin(path: string, length: number, who: Who = 'registrar'): Promise<ClientRequest> {
  const client = mdd.anotherAs(who);
  const [session, token] = [await client.cookie('SESSION'), await client.cookie('XSRF-TOKEN')];
  const sent = request(`http://127.0.0.1:${mdd.config.port}/mdsd/api${path}`, {
    method: 'POST',
    headers: {
      cookie: `SESSION=${session}; XSRF-TOKEN=${token}`,
      'x-xsrf-token': token,
      'content-type': 'application/json',
      'content-length': length,
    },
  });
  sent.on('error', () => {});
  return sent;
}

/** Sends a request over its own connection. */
async function send(path: string, body: object, who?: Who): Promise<ClientRequest> {
  const text = JSON.stringify(body);
  const sent = await begin(path, Buffer.byteLength(text), who);
  sent.end(text);
  return sent;
}

async function statusOf(sent: ClientRequest): Promise<number> {
  const [response] = await once(sent, 'response');
  response.resume();
  return response.statusCode;
}

describe('An apply that takes long', () => {
  afterEach(async () => void (await speedUp(mdd.db)));

  const APPLY = '/proposals/apply?overrideWarnings=true';
  const proposal = (title: string) => ({ id: randomUUID(), origin: 'bulk', rows: [newDepartment(title)] });

  test('completes, while the instance stays ready and other requests get an error or no delay', async () => {
    await registrar().get('/auth/me');
    const id = randomUUID();
    const [preview, undo] = [await begin('/proposals/preview', 11), await begin(`/changes/${id}/undo`, 2)];
    await slowDown(mdd.db, 'insert', 12);
    const applying = statusOf(await send(APPLY, proposal('Waited for')));
    await expect.poll(isSavingLargeChange).toBe(true);
    // These bodies arrive long before they are read.
    preview.end('{"rows":[]}');
    undo.end('{}');
    const [saved, ready, previewed, undone] = await Promise.all([
      registrar().post('/schools', aSchool()),
      mdd.as(null).send('GET', '/mdsd/readyz'),
      statusOf(preview),
      statusOf(undo),
    ]);
    expect(ready).toMatchObject({ status: 200 });
    expect(saved).toMatchObject({ status: 503, body: { errors: [{ code: 'LARGE_CHANGE' }] } });
    expect(previewed).toBe(200);
    // Only the embedded database lets it wait this long for the writer lock.
    expect([404, 503]).toContain(undone);
    expect(await applying).toBe(201);
    expect(await countOf('Waited for')).toBe(1);
  }, 120_000);

  test('is rolled back if its caller closes the connection before the commit', async () => {
    await slowDown(mdd.db, 'insert', 3);
    const sent = await send(APPLY, proposal('Given up'));
    await expect.poll(isSavingLargeChange).toBe(true);
    sent.destroy();
    // The next writer runs after the apply has ended.
    expect(await registrar().post('/schools', aSchool())).toMatchObject({ status: 201 });
    expect(await countOf('Given up')).toBe(0);
  }, 120_000);
});

test('A large change that waits for a connection lets the instance stay ready', async () => {
  const [holds, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding = mdd.db.connection().execute(() => {
    holds.resolve();
    return release.promise;
  });
  await holds.promise;
  const actor = { uciNetId: 'registrar', actingAs: null, requestId: randomUUID() };
  const changing = largeChange(mdd.db, actor, limits.longWork, () => wait(6_000));
  const ready = mdd.as(null).send('GET', '/mdsd/readyz');
  await wait(100);
  release.resolve();
  expect(await ready).toMatchObject({ status: 200 });
  await Promise.all([holding, changing]);
}, 120_000);

describe('A preview of many rows', () => {
  const rows = Array.from({ length: 5_000 }, (_, at) => newDepartment(`Previewed ${at}`));

  test('lets others be served in between, and holds no transaction', async () => {
    const previewing = calls.preview(rows, 'admin');
    const end = { isThere: false };
    void previewing.finally(() => {
      end.isThere = true;
    });
    let [served, saved] = [0, 0];
    // Not part of the timing: a save waits for the disk, which other tests may keep busy.
    async function saves(): Promise<void> {
      while (!end.isThere) {
        expect(await registrar().post('/schools', aSchool())).toMatchObject({ status: 201 });
        if (!end.isThere) saved += 1;
      }
    }
    let saving = Promise.resolve();
    while (!end.isThere) {
      expect(await registrar().get('/schools')).toMatchObject({ status: 200 });
      served += 1;
      if (served === 2) saving = saves();
    }
    await saving;
    expect(await previewing).toMatchObject({ status: 200, body: { counts: { create: 5_000 } } });
    expect(served).toBeGreaterThan(3);
    expect(saved).toBeGreaterThan(0);
  }, 120_000);

  test('ends when its caller closes the connection', async () => {
    const failures = () => mdd.app.failures.get('caller_gone') ?? 0;
    const before = failures();
    const most = Array.from({ length: MOST_ROWS }, (_, at) => newDepartment(`Previewed ${at}`));
    // On a slow machine the body has not arrived after the first pause; on a fast one everything is done after the last.
    for (const pause of [50, 100, 200, 400, 800]) {
      const sent = await send('/proposals/preview', { rows: most });
      await wait(pause);
      sent.destroy();
    }
    await expect.poll(failures, { timeout: 60_000 }).toBeGreaterThan(before);
  }, 120_000);
});

test('The body of a proposal may take longer to arrive than other bodies, which are rejected', async () => {
  const slowly = async (path: string) => {
    const sent = await begin(path, 11);
    sent.write('{"rows');
    const response = statusOf(sent);
    await Promise.race([response, wait(12_000)]);
    sent.end('":[]}');
    return await response;
  };
  expect(await Promise.all([slowly('/proposals/preview'), slowly('/reports')])).toEqual([200, 408]);
}, 120_000);

describe('Of many simultaneous large bodies', () => {
  const large = { rows: Array.from({ length: 1_000 }, () => newDepartment('x'.repeat(50))) };
  const another = async (who?: Who) => await statusOf(await send('/proposals/preview', large, who));
  const open: ClientRequest[] = [];
  afterEach(async () => {
    for (const sent of open.splice(0)) sent.destroy();
    await expect.poll(() => another()).toBe(200);
  });

  /** Begins as many large bodies as a user may send simultaneously. Bodies of an earlier test may count for a moment. */
  async function beginMost(): Promise<ClientRequest[]> {
    const tried = async () => {
      while (open.length < limits.largeBodiesOfOne) {
        const sent = await begin('/proposals/preview', 1_000_000);
        sent.once('response', () => open.splice(open.indexOf(sent), 1));
        sent.write('{');
        open.push(sent);
      }
      return await another();
    };
    await expect.poll(tried).toBe(429);
    return [...open];
  }

  test('those beyond the limit of a user are rejected until others complete, and other users are served', async () => {
    await beginMost();
    expect(await calls.preview([])).toMatchObject({ status: 200 });
    expect(await another('admin')).toBe(200);
  });

  test('a body that arrives too slowly is rejected, and no longer counts', async () => {
    const begun = await beginMost();
    const drip = setInterval(() => {
      for (const sent of begun) sent.write(' '.repeat(1_000));
    }, 1_000);
    expect(await Promise.all(begun.map(statusOf))).toEqual(begun.map(() => 408));
    clearInterval(drip);
    expect(await another()).toBe(200);
  }, 120_000);
});
