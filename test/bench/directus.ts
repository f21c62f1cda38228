import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { start } from '../support/serverProcess.ts';
import { signIn, TestUser } from '../support/testUser.ts';
import type { Case } from './case.ts';
import { median } from './screens.ts';
import { departmentForm, SAVE } from './support/departmentSave.ts';
import { MAJORS_WITH_LISTS, startDirectus } from './support/directus.ts';

const WARM_UP = 20;
const ROUNDS = 60;

/** A save and the first report after it, compared with Directus on the same server with the same rows, in turn. */
export const directus: Case = {
  name: 'directus',
  engines: ['postgresql'],
  isLong: true,
  async run({ product: { place }, registrar, barePort, times }) {
    if (times > 1 || !('DATABASE_URL' in place)) return [];
    const other = await startDirectus(place.DATABASE_URL);
    const folder = mkdtempSync(join(tmpdir(), 'bench-'));
    const embedded = await start({ DATA_DIR: folder }, { LOG_LEVEL: 'warn' });
    const embeddedRegistrar = await signIn(embedded, 'registrar');
    const bare = new TestUser({ port: barePort, origin: `http://127.0.0.1:${barePort}`, base: '' });
    try {
      const form = await departmentForm(registrar);
      const save = (user: TestUser) => async (comments: string) =>
        ok(await user.put(SAVE, { ...form, comments }));
      const report = async (encoding?: string) =>
        ok(await registrar.post('/reports', {}, { 'accept-encoding': encoding }));
      const taken = await alternately({
        save: save(registrar),
        report: () => report(),
        saveBefore: save(registrar),
        compressed: () => report('br'),
        otherSave: (comments) => other.send('PATCH', '/items/department/1', { comments }),
        otherReport: () => other.send('GET', MAJORS_WITH_LISTS),
        saveBeforeBare: save(registrar),
        bare: async () => ok(await bare.send('GET', '/report/text')),
        embeddedSave: save(embeddedRegistrar),
      });
      const figure = (measured: string, value: number, limit: number, of: string) => ({
        measured: `beside Directus: ${measured}`,
        unit: 'ms' as const,
        value,
        limit,
        of,
      });
      const update = "Directus' update";
      const nested = "Directus' list of majors with nested lists, not compressed";
      return [
        { ...figure('a save', taken.save, taken.otherSave, update), atMost: 0.3 },
        {
          ...figure('a save, embedded', taken.embeddedSave, taken.otherSave, `${update} on PostgreSQL`),
          atMost: 0.4,
        },
        { ...figure('the first report after a save', taken.report, taken.otherReport, nested), atMost: 0.33 },
        { ...figure('… compressed', taken.compressed, taken.otherReport, nested), atMost: 0.33 },
        figure('the bare join after a save, its JSON text sent', taken.bare, taken.otherReport, nested),
      ];
    } finally {
      for (const user of [embeddedRegistrar, bare]) user.close();
      await embedded.stop();
      rmSync(folder, { recursive: true, force: true });
      await other.stop();
    }
  },
};

/** Runs the steps one after the other in each round. Returns their median times in ms. */
async function alternately<Name extends string>(
  steps: Record<Name, (comments: string) => Promise<unknown>>,
): Promise<Record<Name, number>> {
  const names = Object.keys(steps) as Name[];
  const taken = new Map<Name, number[]>(names.map((name) => [name, []]));
  for (let round = 0; round < WARM_UP + ROUNDS; round += 1)
    for (const name of names) {
      const since = performance.now();
      await steps[name](`Round ${round}, ${name}`);
      if (round >= WARM_UP) taken.get(name)?.push(performance.now() - since);
    }
  return Object.fromEntries(names.map((name) => [name, median(taken.get(name) ?? [])])) as Record<
    Name,
    number
  >;
}

function ok({ status, text }: { status: number; text: string }): void {
  if (status !== 200) throw new Error(`A call gets ${status}: ${text.slice(0, 500)}`);
}
