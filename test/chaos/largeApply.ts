import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { ChangeSet } from '../../contract/history.ts';
import type { Preview } from '../../contract/proposals.ts';
import { faultsOfLog } from '../../server/db/verifyDatabase.ts';
import { hold, type Part } from './scenario.ts';
import { beside } from './support/beside.ts';
import { openDirectly } from './support/database.ts';
import { start } from './support/server.ts';
import type { Person, Response_ } from './support/testUser.ts';
import { signIn } from './support/testUser.ts';

/** Rows, and the milliseconds that they may take (contract 9; the embedded engine is for a desk). */
const sizes = {
  postgresql: { rows: 20_000, preview: 5_000, apply: 20_000 },
  embedded: { rows: 5_000, preview: 5_000, apply: 10_000 },
};
const ROWS_OF_ROUND = 2_000;

/** Applies proposals of thousands of rows, and kills the server while it does so. */
export const largeApply: Part = {
  name: 'largeapply',
  promise:
    'A large proposal is applied whole or not at all, once however often it is sent, and the others are served meanwhile.',
  engines: ['postgresql', 'embedded'],
  async run(run) {
    const place = await run.newPlace();
    let product = await start(place);
    run.atEnd(() => product.kill());
    let registrar = await signIn(product, 'registrar');
    const size = sizes[run.engine];
    const large = proposalOf('Large', size.rows);
    const shown = await beside(run, product, 'a large preview', () =>
      registrar.post('/proposals/preview', { rows: large.rows }),
    );
    const { counts } = read(shown.answer, 200) as Preview;
    hold(counts.create === size.rows, `A preview counts ${JSON.stringify(counts)}`);
    const before = await countOf(registrar);
    const applied = await beside(run, product, 'a large apply', () => send(registrar, large));
    const { changeSet } = read(applied.answer, 201) as { changeSet: ChangeSet };
    hold(changeSet.created === size.rows, `An apply of ${size.rows} rows has created ${changeSet.created}`);
    hold((await countOf(registrar)) === before + size.rows, 'The rows of an apply are not there');
    // A sample runs beside other tests.
    hold(run.short || shown.takes < size.preview, `A preview of ${size.rows} rows takes ${shown.takes} ms`);
    hold(run.short || applied.takes < size.apply, `An apply of ${size.rows} rows takes ${applied.takes} ms`);

    const rounds = run.short ? 1 : 20;
    const expected = (applied.takes * ROWS_OF_ROUND) / size.rows;
    let done = 0;
    for (let round = 0; round < rounds; round += 1) {
      const proposal = proposalOf(`Round ${round}`, ROWS_OF_ROUND);
      const all = await countOf(registrar);
      const sending = send(registrar, proposal).catch(() => undefined);
      await wait(run.random.below(expected * 1.2));
      await product.kill();
      const response = await sending;
      product = await start(place);
      registrar.close();
      registrar = registrar.through(product);
      const found = (await countOf(registrar)) - all;
      hold([0, ROWS_OF_ROUND].includes(found), `After a kill ${found} rows of ${ROWS_OF_ROUND} are there`);
      hold(found > 0 || response?.status !== 201, 'An acknowledged apply is lost');
      if (found > 0) done += 1;
      const again = read(await send(registrar, proposal), 201) as { changeSet: ChangeSet };
      hold(again.changeSet.created === ROWS_OF_ROUND, 'A proposal that is sent again has another answer');
      hold(
        (await countOf(registrar)) === all + ROWS_OF_ROUND,
        'A proposal that is sent again is not applied once',
      );
    }
    registrar.close();
    await product.stop();
    const { db, close } = await openDirectly(place);
    const faults = await faultsOfLog(db);
    await close();
    hold(faults.length === 0, `The log has faults: ${JSON.stringify(faults.slice(0, 5))}`);
    return [
      `a preview of ${size.rows} rows took ${Math.round(shown.takes)} ms; ${shown.told}`,
      `an apply of ${size.rows} rows took ${Math.round(applied.takes)} ms; ${applied.told}`,
      `${rounds} × killed while applying: ${done} × done whole, ${rounds - done} × not at all, each once after it was sent again; the log is whole`,
    ];
  },
};

/** A proposal of many new departments. */
const proposalOf = (title: string, count: number) => ({
  id: randomUUID(),
  origin: 'import',
  title,
  reason: null,
  rows: Array.from({ length: count }, (_, at) => ({
    kind: 'department',
    ref: {},
    values: { title7: `D${at}`, title: `${title}: ${at}`, comments: 'From a file' },
  })),
});

const send = (user: Person, proposal: object) =>
  user.post('/proposals/apply?overrideWarnings=true', proposal);

const countOf = async (user: Person) => (read(await user.get('/departments'), 200) as unknown[]).length;

function read({ status, text, json }: Response_, expected: number): unknown {
  hold(status === expected, `A call gets ${status}, not ${expected}: ${text.slice(0, 1_000)}`);
  return json();
}
