import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type { ChangeSets } from '../../contract/history.ts';
import { change } from '../../server/db/changeTransaction.ts';
import { migrate } from '../../server/db/migrate.ts';
import { loadSample } from '../../server/db/sampleData.ts';
import { faultsOfLog } from '../../server/db/verifyDatabase.ts';
import { hold, type Part } from './scenario.ts';
import { beside } from './support/beside.ts';
import { openDirectly } from './support/database.ts';
import { type Place, start } from './support/server.ts';
import { type Person, type Response_, signIn } from './support/testUser.ts';

const ROWS = 5_000;

/** Undoes a change of thousands of rows, and kills the server while it does so. */
export const largeUndo: Part = {
  name: 'largeundo',
  promise: 'A large undo is done whole or not at all, and the others are served or told meanwhile.',
  engines: ['postgresql', 'embedded'],
  async run(run) {
    const place = await run.newPlace();
    await makeDepartments(place);
    let product = await start(place);
    run.atEnd(() => product.kill());
    let registrar = await signIn(product, 'registrar');
    const all = await countOf(registrar);
    const { id } = await latestSet(registrar);
    const {
      answer: response,
      takes,
      told,
    } = await beside(run, product, 'a large undo', () => registrar.post(`/changes/${id}/undo`));
    hold(response.status === 201, `A large undo gets ${response.status}: ${response.text}`);
    hold(
      (await countOf(registrar)) === all - ROWS,
      `An undo has left ${await countOf(registrar)} departments`,
    );
    const rounds = run.short ? 1 : 20;
    let done = 0;
    for (let round = 0; round < rounds; round += 1) {
      const [before, latest] = [await countOf(registrar), await latestSet(registrar)];
      const undoing = registrar.post(`/changes/${latest.id}/undo`).catch(() => undefined);
      await wait(run.random.below(takes * 1.2));
      await product.kill();
      const response = await undoing;
      product = await start(place);
      registrar.close();
      registrar = registrar.through(product);
      const isDone = (await latestSet(registrar)).undoes === latest.id;
      const expected = isDone ? 2 * all - ROWS - before : before;
      const found = await countOf(registrar);
      hold(found === expected, `After a kill there are ${found} departments of ${before}, not ${expected}`);
      hold(isDone || response?.status !== 201, 'An acknowledged undo is lost');
      if (isDone) done += 1;
    }
    registrar.close();
    await product.stop();
    const { db, close } = await openDirectly(place);
    const faults = await faultsOfLog(db);
    await close();
    hold(faults.length === 0, `The log has faults: ${JSON.stringify(faults.slice(0, 5))}`);
    return [
      `an undo of ${ROWS} rows took ${Math.round(takes)} ms; ${told}`,
      `${rounds} × killed while undoing: ${done} × done whole, ${rounds - done} × not at all; the log is whole`,
    ];
  },
};

/** Fills the database with the sample, and with one change set of many departments. */
async function makeDepartments(place: Place): Promise<void> {
  const { db, close } = await openDirectly(place);
  await migrate(db);
  await loadSample(db);
  await change(db, { uciNetId: 'registrar', actingAs: null, requestId: 'large', origin: 'bulk' }, (trx) =>
    sql`
      insert into department (title7, title, active)
      select 'LARGE', 'Department ' || n, true from generate_series(1, ${sql.lit(ROWS)}) n`.execute(trx),
  );
  await close();
}

const countOf = async (user: Person) => (read(await user.get('/departments')) as unknown[]).length;
const latestSet = async (user: Person) => {
  const { changeSets } = read(await user.get('/changes?limit=1')) as ChangeSets;
  const [latest] = changeSets;
  hold(latest, 'There is no change set');
  return latest;
};

function read({ status, text, json }: Response_): unknown {
  hold(status === 200, `A read gets ${status}: ${text}`);
  return json();
}
