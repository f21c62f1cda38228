import { setTimeout as wait } from 'node:timers/promises';
import { addressOf, createFrom } from '../support/cluster.ts';
import { expectThat } from '../support/expectThat.ts';
import { type Cluster, cutOff, ownCluster, query } from '../support/ownCluster.ts';
import { start } from '../support/serverProcess.ts';
import { signIn } from '../support/testUser.ts';
import { until } from '../support/until.ts';
import type { Scenario } from './scenario.ts';
import { Writers } from './support/writers.ts';

// In ms, from the loss of the primary to the first acknowledged save on the new one (reliability).
const SERVED_WITHIN = 5_000;
// In ms: the time limit of a request (reliability, rule 10), plus a margin for a busy machine.
const RESPONDS_WITHIN = 6_500;

/** Kills the primary and promotes its standby while users work. The server keeps running. */
export const failover: Scenario = {
  name: 'failover',
  promise:
    'When the primary is killed and its standby promoted, nothing acknowledged is lost and service recovers.',
  engines: ['postgresql'],
  async run({ short, random, atEnd }) {
    let primary = await ownCluster();
    await createFrom(primary.url, 'template0', 'chaos');
    let standby = await follow(primary);
    atEnd(() => {
      for (const cluster of [primary, standby]) cluster.stop();
    });
    // The standby is listed first, so that a server which does not require a writable host fails.
    const hosts = `127.0.0.1:${standby.port},127.0.0.1:${primary.port}`;
    const product = await start({ DATABASE_URL: `postgres://postgres@${hosts}/chaos` });
    atEnd(() => product.kill());
    const registrar = await signIn(product, 'registrar');
    atEnd(() => registrar.close());

    const writers = new Writers(registrar, random.fork());
    const times: number[] = [];
    for (let round = 0; round < (short ? 1 : 5); round += 1) {
      await acknowledgeOnBoth(primary, standby);
      writers.begin(product);
      await writers.served();
      await wait(random.below(1000));
      cutOff(primary);
      primary.stop();
      const lost = performance.now();
      await standby.promote();
      await writers.served();
      times.push(performance.now() - lost);
      await writers.end();
      await writers.check(product);
      [primary, standby] = [standby, await follow(standby, primary.port)];
    }
    const slowest = Math.max(...times);
    expectThat(slowest < SERVED_WITHIN, `It took ${seconds(slowest)} s until a save was acknowledged again`);
    const { acknowledged, unavailable, settled, broken, slowest: response } = writers.tally;
    expectThat(broken === 0, `${broken} connections to the server broke`);
    expectThat(response < RESPONDS_WITHIN, `A response took ${seconds(response)} s`);
    return [
      `${times.length} × primary killed, recovered after ${times.map(seconds).join(', ')} s`,
      `${acknowledged} writes acknowledged, 0 lost, ${unavailable} rejected with 503 and no other error, ${settled} in doubt settled`,
      `the slowest response took ${seconds(response)} s`,
      await writers.audit({ DATABASE_URL: addressOf(primary.url, 'chaos') }),
    ];
  },
};

const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(1);

const follow = (primary: Cluster, port?: number) => ownCluster({ standbyOf: primary.url, port });

/** From now on a commit is acknowledged only once it is on both. */
async function acknowledgeOnBoth(primary: Cluster, standby: Cluster): Promise<void> {
  await query(primary.url, `alter system set synchronous_standby_names = '*'`);
  await query(primary.url, 'select pg_reload_conf()');
  await until(`the standby on port ${standby.port} follows`, async () => {
    const rows = await query<{ state: string }>(
      primary.url,
      'select sync_state as state from pg_stat_replication',
    );
    return rows[0]?.state === 'sync';
  });
}
