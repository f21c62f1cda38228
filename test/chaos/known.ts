import { createHash, randomUUID } from 'node:crypto';
import { hold, type Part } from './scenario.ts';
import type { Random } from './support/random.ts';
import { start } from './support/server.ts';
import { type Person, signIn } from './support/testUser.ts';

/** A report that was answered, the time it is known at, and the filter it was asked with. */
interface Answered {
  knownAt: string;
  filter: object;
  hash: string;
}

const filters = [{}, { asOfTerm: '201992' }, { schoolCode: 'NONE' }, { degreeInactive: false }];

/** Asks for reports after each of many changes, and for all of them again at the end. */
export const known: Part = {
  name: 'known',
  promise:
    'The report as known at a time is the one that was answered then, after restarts, undo and imports, and while people save.',
  engines: ['postgresql', 'embedded'],
  async run({ short, random, newPlace, atEnd }) {
    const place = await newPlace();
    let product = await start(place);
    atEnd(() => product.kill());
    let registrar = await signIn(product, 'registrar');
    const [history, counts] = [[] as Answered[], { saved: 0, undone: 0, restarts: 0, during: 0 }];
    const steps = short ? 30 : 500;
    for (let step = 1; step <= steps; step += 1) {
      const filter = random.pick(filters);
      if (step % (short ? 15 : 100) === 0) {
        registrar.close();
        await product.kill();
        product = await start(place);
        registrar = await signIn(product, 'registrar');
        counts.restarts += 1;
      }
      if (random.chance(0.2)) counts.undone += await undoNewest(registrar);
      else {
        const saving = save(registrar, random);
        // Or also while it is being saved: whatever is answered now must be answered for ever.
        const asks = random.chance(0.5);
        const knownAt = new Date().toISOString();
        const [during] = await Promise.all([
          asks ? reportHash(registrar, { ...filter, knownAt }) : undefined,
          saving,
        ]);
        if (during !== undefined) history.push({ knownAt, filter, hash: during });
        if (asks) counts.during += 1;
        counts.saved += 1;
      }
      const { at } = (await registrar.get('/reports/moment')).json() as { at: string };
      history.push({ knownAt: at, filter, hash: await reportHash(registrar, filter) });
    }
    for (const { knownAt, filter, hash } of history)
      hold(
        (await reportHash(registrar, { ...filter, knownAt })) === hash,
        `The report as known at ${knownAt} with ${JSON.stringify(filter)} is not the one that was answered then`,
      );
    const different = new Set(history.map(({ hash }) => hash)).size;
    hold(different > steps / 4, `Only ${different} reports of ${history.length} differ`);
    registrar.close();
    return [
      `${counts.saved} saves, ${counts.undone} undone, ${counts.restarts} restarts`,
      `${history.length} reports asked again, ${counts.during} of them asked first while a change was being saved`,
    ];
  },
};

async function reportHash(user: Person, filter: object): Promise<string> {
  const { status, text } = await user.post('/reports', filter);
  hold(status === 200, `POST /reports ${JSON.stringify(filter)} answered ${status}: ${text.slice(0, 200)}`);
  return createHash('sha256').update(text).digest('hex');
}

/** Saves an import of some changed titles and flags, as one change set. */
async function save(user: Person, random: Random): Promise<void> {
  const majors = (await user.get('/majors')).json() as { majorKey: number }[];
  const chosen = new Set(Array.from({ length: 1 + random.below(20) }, () => random.pick(majors).majorKey));
  const rows = [...chosen].map((majorKey) => ({
    kind: 'major',
    ref: { majorKey },
    values: { title20: `Title ${random.below(1_000_000)}`, active: random.chance(0.5) },
  }));
  const preview = (await user.post('/proposals/preview', { rows })).json() as {
    rows: { version: number | null }[];
  };
  const body = {
    id: randomUUID(),
    origin: 'import',
    title: 'Titles',
    reason: null,
    rows: rows.map((row, at) => ({ ...row, version: preview.rows[at]?.version })),
  };
  const { status, text } = await user.post('/proposals/apply?overrideWarnings=true', body);
  hold(status === 201, `An import was answered ${status}: ${text.slice(0, 200)}`);
}

/** Undoes the newest set that can be undone; 0 if it was refused. */
async function undoNewest(user: Person): Promise<number> {
  const { changeSets } = (await user.get('/changes?limit=1')).json() as { changeSets: { id: string }[] };
  const { status } = await user.post(`/changes/${changeSets[0]?.id}/undo`);
  return status === 201 ? 1 : 0;
}
