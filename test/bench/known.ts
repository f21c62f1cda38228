import { sql } from 'kysely';
import { reportFilter } from '../../contract/report.ts';
import { recordedJson } from '../../server/api/differences/recordedDifferences.ts';
import { createReport, reportJson } from '../../server/api/report/assembly.ts';
import { connect } from '../../server/db/connect.ts';
import { migrate } from '../../server/db/migrate.ts';
import { loadSample } from '../../server/db/sampleData.ts';
import type { Db } from '../../server/db/tables.ts';
import { addressOf, createFrom } from '../support/cluster.ts';
import type { Case, Figure } from './case.ts';

// PostgreSQL plans the first five executions of a statement separately.
const ROUNDS = 31;
const SETS = 350;
const everything = reportFilter.schema.parse({});

/** Reports and differences as known earlier, compared with those of today, with a change log of a million entries. */
export const known: Case = {
  name: 'known',
  engines: ['postgresql'],
  isLong: true,
  async run({ product: { place }, times }) {
    if (times > 1 || !('DATABASE_URL' in place)) return [];
    const name = 'bench_known';
    await createFrom(place.DATABASE_URL, 'template0', name);
    const { db, close } = await connect({
      kind: 'postgres',
      url: addressOf(place.DATABASE_URL, name),
      poolSize: 1,
    });
    await migrate(db);
    await loadSample(db);
    await writeLog(db);
    const at = async (share: number) => {
      const { rows } = await sql<{ at: string }>`
        select derived.iso(percentile_disc(${share}::float8) within group (order by at)) as at from change_set`.execute(
        db,
      );
      return { at: rows[0]?.at ?? '' };
    };
    const report = (moment: { at: string } | null, asOfTerm: string | null = null) => {
      // A new instance each time, so that none has items in its cache.
      const run = createReport(db);
      return async () => {
        const pieces = reportJson(await run({ ...everything, asOfTerm }, moment));
        return pieces.map((piece) => piece()).join('');
      };
    };
    const [middle, newest] = [await at(0.5), await at(1)];
    const today = await median(report(null));
    const figures: Figure[] = [
      figure('the report as of a term', await median(report(null, '201992')), today, 'without a term'),
      figure('the report as known in the middle of a million entries', await median(report(middle)), 1_000),
      figure('… as known at the newest of them', await median(report(newest)), 1_000),
      figure(
        'what has changed between the middle and the newest of them',
        await median(() =>
          recordedJson(db, new Date(middle.at), new Date(newest.at), { limit: 200, cursor: undefined }),
        ),
        1_000,
      ),
    ];
    await close();
    return figures;
  },
};

const figure = (measured: string, value: number, limit: number, of = 'the goal'): Figure => ({
  measured,
  unit: 'ms',
  value,
  limit,
  of,
  atMost: of === 'the goal' ? 1 : 1.2,
});

async function median(read: () => Promise<unknown>): Promise<number> {
  await read();
  const taken: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const since = performance.now();
    await read();
    taken.push(performance.now() - since);
  }
  return taken.toSorted((one, other) => one - other)[ROUNDS >> 1] ?? 0;
}

/** Writes change sets without the triggers, each of which saves all rows of the sample again, and rebuilds the states. */
async function writeLog(db: Db): Promise<void> {
  await sql`
    set statement_timeout = 0;
    alter table change_set disable trigger all;
    alter table change_entry disable trigger all;
    create temporary table head as select max(number) as number, max(at) as at from change_set;
    insert into change_set (number, id, at, actor, origin, form, created, updated, deleted, hash)
      select head.number + n, gen_random_uuid(), head.at + n * interval '1 hour', 'registrar', 'bulk', 1, 0, 1, 0, '-'
      from head, generate_series(1, ${sql.lit(SETS)}) n;
    insert into change_entry
      (set_number, place, kind, first_key, second_key, label, version, saved_at, saved_by, before, after)
    select head.number + n, row_number() over (partition by n), kind, first_key, second_key, 'A label', version + n, head.at,
      'registrar', fields, fields
    from head, generate_series(1, ${sql.lit(SETS)}) n, derived.stored;
    alter table change_set enable trigger all;
    alter table change_entry enable trigger all;
    select derived.remake_known_states();
  `.execute(db);
  await sql`vacuum analyze`.execute(db);
  await sql`set statement_timeout = 4500`.execute(db);
}
