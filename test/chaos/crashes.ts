import { setTimeout as wait } from 'node:timers/promises';
import { expectThat } from '../support/expectThat.ts';
import { backendsOf, endProcess } from '../support/ownCluster.ts';
import { launch, type Place, start } from '../support/serverProcess.ts';
import { signIn, type TestUser } from '../support/testUser.ts';
import type { Run, Scenario } from './scenario.ts';
import { Writers } from './support/writers.ts';

const kinds = [
  'first start',
  'start over old data',
  'under load',
  "of one of PostgreSQL's processes",
] as const;
type Kind = (typeof kinds)[number];

/**
 * Kills processes at random moments. The next start must find everything that was acknowledged, and nothing half done.
 */
export const crashes: Scenario = {
  name: 'crashes',
  promise: 'A killed process loses nothing acknowledged and leaves nothing half done.',
  engines: ['postgresql', 'embedded'],
  async run(run) {
    const place = await run.newPlace();
    const began = performance.now();
    let product = await start(place);
    const firstStart = performance.now() - began;
    run.atEnd(() => product.kill());
    const registrar = await signIn(product, 'registrar');
    run.atEnd(() => registrar.close());
    const sample = await countsOf(registrar);
    const writers = new Writers(registrar, run.random.fork());
    const killed = new Map<Kind, number>();
    let slowestStart = 0;
    for (let cycle = 0; cycle < (run.short ? 6 : 200); cycle += 1) {
      const kind = kindOf(cycle, run);
      killed.set(kind, (killed.get(kind) ?? 0) + 1);
      if (kind === 'first start') {
        await killFirstStart(run, firstStart, sample);
        continue;
      }
      if (kind === 'start over old data') {
        await product.kill();
        product = await launch(place);
        await wait(run.random.below(slowestStart || firstStart));
        await product.kill();
      } else {
        writers.begin(product);
        // At least every other cycle is killed after a save, however slow the machine is.
        if (run.random.chance(0.5)) await writers.served();
        await wait(run.random.below(400));
        if (kind === 'under load') await product.kill();
        else await killBackend(run, place);
        if (kind !== 'under load') await writers.served();
        await writers.end();
      }
      if (product.process.signalCode) {
        const from = performance.now();
        product = await start(place);
        slowestStart = Math.max(slowestStart, performance.now() - from);
      }
      await writers.check(product);
    }
    const figures = [
      `${[...killed].map(([kind, times]) => `${times} × killed ${kind}`).join(', ')}, no failed start`,
      `${writers.tally.acknowledged} writes acknowledged, 0 lost, ${writers.tally.settled} in doubt, each stored completely or not at all`,
    ];
    if (run.engine === 'embedded') figures.push(await startTwice(place));
    await product.stop();
    return [...figures, await writers.audit(place)];
  },
};

function kindOf(cycle: number, { engine }: Run): Kind {
  if (cycle % 20 === 0) return 'first start';
  if (cycle % 5 === 1) return 'start over old data';
  return engine === 'postgresql' && cycle % 5 === 3 ? "of one of PostgreSQL's processes" : 'under load';
}

/** The next start must create, migrate and fill the database as if nothing had happened. */
async function killFirstStart(run: Run, takes: number, sample: string): Promise<void> {
  const place = await run.newPlace();
  const first = await launch(place);
  await wait(run.random.below(takes));
  await first.kill();
  const second = await start(place);
  const registrar = await signIn(second, 'registrar');
  const found = await countsOf(registrar);
  registrar.close();
  await second.kill();
  expectThat(found === sample, `After a killed first start there are ${found}, not ${sample}`);
}

async function killBackend(run: Run, place: Place): Promise<void> {
  const pids = 'DATABASE_URL' in place ? await backendsOf(place.DATABASE_URL) : [];
  endProcess(run.random.pick(pids));
}

/** The number of rows in each list. */
async function countsOf(user: TestUser): Promise<string> {
  const counts: string[] = [];
  for (const list of ['schools', 'departments', 'degrees', 'majors', 'major-degrees', 'lookups/terms']) {
    const response = await user.get(`/${list}`);
    expectThat(response.status === 200, `GET /${list} returned ${response.status}: ${response.text}`);
    counts.push(`${(response.json() as unknown[]).length} ${list}`);
  }
  return counts.join(', ');
}

/** A second process on the same folder must be refused: the two would lose each other's rows. */
async function startTwice(place: Place): Promise<string> {
  const second = await launch(place);
  const isStarted = await second.ready().then(
    () => true,
    () => false,
  );
  const { exitCode } = second.process;
  await second.kill();
  expectThat(
    !isStarted && exitCode === 1 && second.log().includes('is in use by process'),
    `A second server on the same folder ${isStarted ? 'started' : `ended with ${exitCode}: ${second.log()}`}`,
  );
  return 'a second server on the same folder refused to start';
}
