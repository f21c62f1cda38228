import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { addressOf, createFrom } from '../support/cluster.ts';
import { expectThat } from '../support/expectThat.ts';
import { backendsOf, type Cluster, ownCluster, query, sideConnection } from '../support/ownCluster.ts';
import { isReady, type Place, type ServerProcess, start } from '../support/serverProcess.ts';
import { signIn, type TestResponse, TestUser } from '../support/testUser.ts';
import { until, within } from '../support/until.ts';
import type { Run, Scenario } from './scenario.ts';
import { type Disk, smallDisk } from './support/disk.ts';
import { Writers } from './support/writers.ts';

// In ms, since the dependency came back (reliability, rules 10 and 13).
const SERVED_WITHIN = 5_000;
const STOPPED_WITHIN = 5_000;
const CUT_WITHIN = 6_500;
// In ms. By then all saves blocked by a frozen instance are cut off, whether it holds the writer lock or waits for it.
const HELD_UP = 10_000;
// The product's default pool size (DATABASE_POOL).
const POOL = 10;
const SCHOOL = '/schools/52';

/** Something the product depends on is unavailable, hangs or is full for a while. */
export const recovery: Scenario = {
  name: 'recovery',
  promise: 'An outage is reported as such, loses nothing acknowledged, and service recovers on its own.',
  engines: ['embedded', 'postgresql'],
  run: (run) => (run.cluster ? onPostgresql(run, run.cluster) : onEmbedded(run)),
};

async function onPostgresql(run: Run, cluster: Cluster): Promise<string[]> {
  const place = await run.newPlace();
  const { url } = addressIn(place);
  const world = await working(run, place);
  const figures = [
    await restarts(world, cluster),
    await statementCut(world, url),
    await frozenInstance(run, world, url),
    await poolWhole(world, url),
    await stopInFlight(world, url),
    await world.writers.audit(place),
  ];
  return [...figures, await onSmallDisk(300, run, postgresqlFull)];
}

async function onEmbedded(run: Run): Promise<string[]> {
  const place = await run.newPlace();
  const world = await working(run, place);
  const figures = [await stopWithReports(world)];
  figures.push(await diskFails(run));
  return [...figures, await onSmallDisk(150, run, embeddedFull)];
}

/** A server, a signed-in user and running writers. */
interface World {
  place: Place;
  product: ServerProcess;
  registrar: TestUser;
  writers: Writers;
}

async function working(run: Run, place: Place, settings: NodeJS.ProcessEnv = {}): Promise<World> {
  const product = await start(place, settings);
  run.atEnd(() => product.kill());
  const registrar = await signIn(product, 'registrar');
  run.atEnd(() => registrar.close());
  return { place, product, registrar, writers: new Writers(registrar, run.random.fork()) };
}

/** PostgreSQL is stopped, gracefully and immediately, while users write. */
async function restarts({ product, writers }: World, cluster: Cluster): Promise<string> {
  const times: number[] = [];
  for (const mode of ['fast', 'immediate']) {
    writers.begin(product);
    await writers.served();
    await cluster.halt(mode);
    await until('/readyz fails', async () => !(await isReady(product.port)));
    const alive = await fetch(`${product.origin}${product.base}/healthz`);
    expectThat(alive.status === 200, `Without its database /healthz returns ${alive.status}`);
    await cluster.resume();
    const back = performance.now();
    await writers.served();
    times.push(performance.now() - back);
    await writers.end();
    await writers.check(product);
  }
  const { unavailable, broken, acknowledged } = writers.tally;
  expectThat(
    unavailable > 0 && broken === 0,
    `${unavailable} refused, ${broken} connections to the server broke`,
  );
  expectThat(Math.max(...times) < SERVED_WITHIN, `Service returned after ${times.map(seconds).join(', ')} s`);
  return `2 restarts of PostgreSQL under load: ${acknowledged} writes acknowledged, 0 lost, ${unavailable} refused with 503 and Retry-After and no other error, served again after ${times.map(seconds).join(', ')} s`;
}

/** A locked table: the request that needs it fails in time, its statement is canceled, and other requests go on. */
async function statementCut({ registrar }: World, url: string): Promise<string> {
  const holder = await lockSchools(url);
  const began = performance.now();
  const [cut] = await Promise.all([
    registrar.get(SCHOOL),
    expected(201, registrar.post('/departments?overrideWarnings=true', { title7: 'FREE', title: 'Free' })),
    expected(200, registrar.get('/departments')),
  ]);
  const took = performance.now() - began;
  unavailable(cut);
  expectThat(took < CUT_WITHIN, `A waiting statement got its response after ${seconds(took)} s`);
  await until('no statement is waiting', async () => (await waiting(url)) === 0, 2_000);
  await holder.end();
  await expected(200, registrar.get(SCHOOL));
  return `a hanging statement was cut off with a 503 after ${seconds(took)} s, others continued`;
}

/** A second instance freezes while it holds the writer lock. */
async function frozenInstance(
  run: Run,
  { place, product, registrar, writers }: World,
  url: string,
): Promise<string> {
  const second = await start(place);
  run.atEnd(() => second.kill());
  writers.begin(second);
  await writers.served();
  await until('the second instance hangs while it holds the writer lock', async () => {
    second.process.kill('SIGSTOP');
    // Let PostgreSQL finish what it is still processing.
    await wait(50);
    const [row] = await query<{ held: boolean }>(
      url,
      `select exists (
         select from pg_locks join pg_stat_activity using (pid)
         where locktype = 'advisory' and granted and state = 'idle in transaction' and datname = current_database()
       ) as held`,
    );
    if (!row?.held) second.process.kill('SIGCONT');
    return row?.held === true;
  });
  const began = performance.now();
  let refused = 0;
  await until(
    'a save at the first instance is acknowledged',
    async () => {
      const save = await registrar.post('/departments?overrideWarnings=true', {
        title7: 'FREE',
        title: 'Next',
      });
      if (save.status === 201) return true;
      unavailable(save);
      refused += 1;
      return false;
    },
    HELD_UP,
  );
  const took = performance.now() - began;
  second.process.kill('SIGCONT');
  await writers.served();
  await writers.end();
  await writers.check(product);
  await second.stop();
  return `an instance frozen with the writer lock delayed a save on another by ${seconds(took)} s (${refused} × 503), and kept working when it resumed`;
}

/** After all of this, every connection of the pool works, and there are no more connections than the pool size. */
async function poolWhole({ registrar, product }: World, url: string): Promise<string> {
  const schools = await severalSchools(registrar, 0, POOL);
  const holder = await lockSchools(url);
  const many = new TestUser(product, { ...registrar.cookies }, POOL);
  const asked = schools.map((school) => expected(200, many.get(school)));
  await until(`${POOL} requests are served at once`, async () => (await waiting(url)) === POOL, 4_000);
  await holder.end();
  await Promise.all(asked);
  many.close();
  const connections = (await backendsOf(url)).length;
  expectThat(connections <= POOL, `There are ${connections} connections in a pool of ${POOL}`);
  return `${POOL} requests at once used all ${connections} connections of the pool`;
}

async function stopInFlight(world: World, url: string): Promise<string> {
  const schools = await severalSchools(world.registrar, POOL, POOL + 5);
  const holder = await lockSchools(url);
  const asked = schools.map((school) => expected(200, world.registrar.get(school)));
  await until('5 requests wait', async () => (await waiting(url)) === 5, 4_000);
  return await stops(world, asked, () => holder.end());
}

async function stopWithReports(world: World): Promise<string> {
  const { registrar } = world;
  // Opens the connections first, so that none is still being established when the server stops listening.
  await Promise.all(Array.from({ length: 8 }, () => registrar.get('/auth/me')));
  const asked = Array.from({ length: 8 }, () => expected(200, registrar.post('/reports', {})));
  await Promise.race(asked);
  return await stops(world, asked, () => {});
}

/** SIGTERM during requests: the server is no longer ready, but completes them. */
async function stops(
  { product }: World,
  asked: Promise<TestResponse>[],
  release: () => Promise<void> | void,
): Promise<string> {
  const began = performance.now();
  const stopped = product.stop();
  await until('/readyz fails', async () => !(await isReady(product.port)), 2_000);
  await release();
  await Promise.all(asked);
  const exitCode = await stopped;
  const took = performance.now() - began;
  expectThat(exitCode === 0, `A stopped server ended with ${exitCode}: ${product.log().slice(-500)}`);
  expectThat(took < STOPPED_WITHIN, `A stop took ${seconds(took)} s`);
  return `SIGTERM with ${asked.length} requests under way: not ready, all completed, exit code 0 after ${seconds(took)} s`;
}

async function onSmallDisk(
  megabytes: number,
  run: Run,
  attack: (run: Run, disk: Disk) => Promise<string>,
): Promise<string> {
  const disk = smallDisk(megabytes);
  if (!disk) return 'disk full: skipped, because this user may not mount a small disk';
  run.atEnd(() => disk.remove());
  return await attack(run, disk);
}

async function postgresqlFull(run: Run, disk: Disk): Promise<string> {
  const cluster = await ownCluster({ parent: disk.path });
  run.atEnd(() => cluster.stop());
  await createFrom(cluster.url, 'template0', 'chaos');
  const world = await working(run, { DATABASE_URL: addressOf(cluster.url, 'chaos') });
  return await full(world, disk);
}

async function embeddedFull(run: Run, disk: Disk): Promise<string> {
  return await full(await working(run, { DATA_DIR: join(disk.path, 'data') }), disk);
}

/** While the disk is full, saves get a 503 and reads succeed. Saves succeed again once there is space. */
async function full({ place, product, registrar, writers }: World, disk: Disk): Promise<string> {
  writers.begin(product);
  await writers.served();
  disk.fill(256 * 1024);
  for (let times = 0; times < 10; times += 1) await writers.refused();
  await expected(200, registrar.get('/departments'));
  disk.clear();
  const back = performance.now();
  await writers.served();
  const took = performance.now() - back;
  expectThat(took < SERVED_WITHIN, `Service returned ${seconds(took)} s after space was freed`);
  await writers.end();
  await writers.check(product);
  await product.stop();
  const { acknowledged, unavailable, broken } = writers.tally;
  expectThat(broken === 0, `${broken} connections to the server broke`);
  await writers.audit(place);
  return `disk full: ${unavailable} saves rejected with 503, reads continued, ${acknowledged} acknowledged and 0 lost, served again ${seconds(took)} s after space was freed`;
}

/**
 * Syncing to disk fails: the server exits instead of leaving users waiting, and finds all data when it is restarted.
 */
async function diskFails(run: Run): Promise<string> {
  const place = await run.newPlace();
  const mark = join((place as { DATA_DIR: string }).DATA_DIR, 'syncs-fail');
  const failing = new URL('../support/failSyncs.ts', import.meta.url).href;
  const { product, writers } = await working(run, place, {
    NODE_OPTIONS: `--import ${failing}`,
    SYNCS_FAIL: mark,
  });
  writers.begin(product);
  await writers.served();
  const ended = once(product.process, 'exit');
  writeFileSync(mark, '');
  const [exitCode] = await within(SERVED_WITHIN, 'the end of a server whose database is lost', ended);
  expectThat(
    exitCode === 1,
    `A server whose database is lost ended with ${exitCode}: ${product.log().slice(-500)}`,
  );
  await writers.end();
  rmSync(mark);
  const again = await start(place);
  run.atEnd(() => again.kill());
  await writers.check(again);
  await again.stop();
  await writers.audit(place);
  return `a disk failure ended the server, which restarted with all ${writers.tally.acknowledged} acknowledged writes`;
}

/** Locks the table of schools until the returned connection ends. */
async function lockSchools(url: string) {
  const holder = await sideConnection(url);
  await holder.query('begin; lock table school in access exclusive mode');
  return holder;
}

/** Paths of some schools. Requests for the same one would share a statement, and later ones its cached response. */
async function severalSchools(registrar: TestUser, from: number, to: number): Promise<string[]> {
  const schools = (await registrar.get('/schools')).json() as { schoolCode: string }[];
  return schools.slice(from, to).map(({ schoolCode }) => `/schools/${schoolCode}`);
}

/** The number of the product's statements that wait for a lock. */
async function waiting(url: string): Promise<number> {
  const [row] = await query<{ count: string }>(
    url,
    `select count(*) from pg_stat_activity where datname = current_database()
     and application_name = 'major-degree-database' and wait_event_type = 'Lock'`,
  );
  return Number(row?.count);
}

async function expected(status: number, response: Promise<TestResponse>): Promise<TestResponse> {
  const given = await response;
  expectThat(given.status === status, `Unexpected response: ${given.status} ${given.text}`);
  return given;
}

function unavailable({ status, text, headers }: TestResponse): void {
  expectThat(
    status === 503 && headers['retry-after'],
    `A response other than 503 with Retry-After: ${status} ${text}`,
  );
}

function addressIn(place: Place): { url: string } {
  expectThat('DATABASE_URL' in place, 'This place is not on PostgreSQL');
  return { url: place.DATABASE_URL };
}

const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(1);
