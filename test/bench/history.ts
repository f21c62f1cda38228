import { sql } from 'kysely';
import { type ChangeSetFilter, changeSetsJson, historyJson } from '../../server/api/history/changeSets.ts';
import { connect } from '../../server/db/connect.ts';
import type { Database } from '../../server/db/database.ts';
import { migrate } from '../../server/db/migrate.ts';
import { loadSample } from '../../server/db/sampleData.ts';
import type { Db } from '../../server/db/tables.ts';
import { addressOf, createFrom } from '../support/cluster.ts';
import type { Case, Figure } from './case.ts';

const ROUNDS = 21;
/** A slow read is repeated for at most this long, in ms, but at least a few times. */
const LONGEST = 5_000;
const FEWEST = 5;
const PAGE = { limit: 50, cursor: undefined };

/** Reads a change log of a million entries. */
export const history: Case = {
  name: 'history',
  engines: ['postgresql'],
  isLong: true,
  async run({ product: { place }, times }) {
    if (times > 1 || !('DATABASE_URL' in place)) return [];
    const { db, close } = await longLog(place.DATABASE_URL);
    const major = (key: number) => historyJson(db, 'major', key, PAGE);
    const changes = (filter: ChangeSetFilter) => changeSetsJson(db, filter, PAGE);
    const figures = [
      await figure('the history of a major', 20, () => major(354)),
      await figure('… of a school, one set of which has 20,000 entries of it', 20, () =>
        historyJson(db, 'school', '60', PAGE),
      ),
      await figure('the first page of all changes', 50, () => changes({})),
      await figure('… of one user', 50, () => changes({ actor: 'registrar' })),
      await figure('… with a text that many have', 200, () => changes({ q: 'title 1' })),
      await figure('… with a text that none has', 2_000, () => changes({ q: 'no such text' })),
      await figure('… of a kind that few have', 500, () => changes({ kind: 'schoolMajor' })),
    ];
    await close();
    return figures;
  },
};

let log: Promise<string> | undefined;

/**
 * Connects to a database beside another one, with the sample data and a change log of a million entries. It is created once
 * and only read. The connection has no time limit, so that a slow read is measured and not canceled.
 */
export async function longLog(beside: string): Promise<Database> {
  log ??= createLog(beside);
  const database = await connect({ kind: 'postgres', url: await log, poolSize: 1 });
  await sql`set statement_timeout = 0`.execute(database.db);
  return database;
}

async function createLog(beside: string): Promise<string> {
  await createFrom(beside, 'template0', 'bench_log');
  const url = addressOf(beside, 'bench_log');
  const { db, close } = await connect({ kind: 'postgres', url, poolSize: 1 });
  await migrate(db);
  await loadSample(db);
  await writeLog(db);
  await close();
  return url;
}

export async function figure(measured: string, limit: number, read: () => Promise<unknown>): Promise<Figure> {
  await read();
  const taken: number[] = [];
  const began = performance.now();
  for (let round = 0; round < ROUNDS; round += 1) {
    if (round >= FEWEST && performance.now() - began > LONGEST) break;
    const since = performance.now();
    await read();
    taken.push(performance.now() - since);
  }
  taken.sort((one, other) => one - other);
  const [value = 0] = taken.slice(taken.length >> 1);
  return {
    measured: `${measured}, in a log of a million entries`,
    unit: 'ms',
    value,
    ...(taken.at(-1) === undefined ? {} : { p99: taken.at(-1) as number }),
    limit,
    of: 'the goal',
    atMost: 1,
  };
}

/**
 * Writes a change log of several years without the triggers: a first load of 400,000 entries, a change set of 20,000 entries
 * of a school, and change sets of 1 to 1,000 entries of majors and their degrees.
 */
async function writeLog(db: Db): Promise<void> {
  await sql`
    set statement_timeout = 0;
    alter table change_set disable trigger all;
    alter table change_entry disable trigger all;
    create temporary table size as
      select n, case n when 40 then 400000 when 50000 then 20000 else
        case when n % 1000 = 0 then 1000 when n % 100 = 0 then 100 when n % 10 = 0 then 9 else 1 end end as entries
      from generate_series(1, 150000) n;
    create temporary table head as select max(number) as number, max(at) as at from change_set;
    insert into change_set
      (number, id, at, request_id, actor, origin, reason, form, created, updated, deleted, hash)
    select head.number + n, gen_random_uuid(), head.at + n * interval '5 minutes', gen_random_uuid(),
      case when n % 3 = 0 then 'registrar' else 'admin' end, case when entries > 1 then 'bulk' else 'form' end,
      case when n % 4 = 0 then 'Reason ' || n end, 1, 0, entries, 0, '-'
    from size, head;
    insert into change_entry
      (set_number, place, kind, first_key, second_key, label, version, saved_at, saved_by, before, after)
    select head.number + n, place, kind, first_key,
      case when kind <> 'major' then place::text end,
      case kind when 'major' then 'Z0' else '' end || place % 10 || ' U Title ' || place
        || case when kind <> 'major' then ' – BA Title ' || n else '' end,
      n, head.at, 'registrar', state || jsonb_build_object('comments', null), state || jsonb_build_object('sortCode', n)
    from size, head, generate_series(1, entries) place,
      lateral (select case when n = 50000 then 'schoolMajor' when place % 2 = 0 then 'majorDegree' else 'major' end) k (kind),
      -- Within a set no key occurs twice.
      lateral (select case when n = 50000 then '60'
        else ((n * 7 + place) % greatest(5000, entries) + 1)::text end) f (first_key),
      lateral (select jsonb_build_object('title20', 'Title ' || n, 'titleLong', 'A longer title ' || n,
        'startTermYyyyst', '202592', 'endTermYyyyst', null, 'active', true, 'complete', true, 'majorCode', '0A1',
        'majorSegment', 'U', 'campusIndicator', 'G', 'cipCode', '01.0203', 'hegisCode', '0104', 'title7', null,
        'ucDiscipline', '123', 'academicYearApproved', 2001)) s (state);
    alter table change_set enable trigger all;
    alter table change_entry enable trigger all;
  `.execute(db);
  await sql`vacuum analyze change_entry`.execute(db);
  await sql`vacuum analyze change_set`.execute(db);
}
