import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import type { TrendPoint } from '../../../contract/quality.ts';
import { runningTerm } from '../../../contract/runningTerm.ts';
import type { Db } from '../../db/tables.ts';
import { findAll, findAllKnownAt, findOrReport, type ReportFailure } from './findings.ts';
import { type Rule, rules } from './rules.ts';
import { readWaivers } from './waivers.ts';

/** The days that the trend goes back. */
const DAYS = 90;

/** The trend of each rule: the findings without a waiver after each day with changes, oldest first. */
export async function readTrends(db: Db): Promise<ReadonlyMap<string, readonly TrendPoint[]>> {
  const { rows } = await sql<{ rule: string; trend: TrendPoint[] }>`
    select rule, json_agg(json_build_object('day', day, 'open', open) order by day) as trend
    from quality_count where day > current_date - ${sql.lit(DAYS)} group by rule`.execute(db);
  return new Map(rows.map(({ rule, trend }) => [rule, trend]));
}

/** A day of the university's time zone, such as 2026-11-26, with its last change set. */
interface ChangedDay {
  day: string;
  setNumber: number;
  at: string;
}

/**
 * Records the number of findings after the last change of each day with changes that has none yet. The data is that after this
 * change, whenever this runs: while someone changes it, it is not counted. A rule that cannot be computed gets no number for the
 * day. Throws when the signal aborts it.
 */
export async function recordTrends(
  db: Db,
  { timeZone, report, signal }: { timeZone: string; report: ReportFailure; signal?: AbortSignal },
): Promise<void> {
  const { rows: found } = await sql<ChangedDay & { isFirst: boolean }>`
    select day, max(number)::integer as "setNumber", derived.iso(max(at)) as at,
      not exists (select from quality_count) as "isFirst"
    from (
      select number, at, to_char(at at time zone ${timeZone}, 'YYYY-MM-DD') as day from change_set
      where number > coalesce((select max(set_number) from quality_count), 0)
        and at > now() - make_interval(days => ${sql.lit(DAYS)})
    ) s
    group by day order by day`.execute(db);
  // A database that has just been upgraded has many days that no one recorded.
  const days = found[0]?.isFirst ? found.slice(-1) : found;
  for (const [place, { day, setNumber, at }] of days.entries()) {
    const isOver = place < days.length - 1;
    const hasChanged = async () => !isOver && (await newestSet(db)) !== setNumber;
    // The next round counts the new state.
    if (await hasChanged()) return;
    const term = runningTerm(new Date(at), timeZone);
    const waivers = await readWaivers(db);
    const find = (rule: Rule) => (isOver ? findAllKnownAt(db, rule, term, at) : findAll(db, rule, term));
    const counts: { rule: string; open: number }[] = [];
    for (const rule of rules) {
      const since = performance.now();
      const found = await findOrReport(rule, report, () => find(rule));
      const open = found?.filter(({ fingerprint }) => !waivers.get(rule.id)?.has(fingerprint)).length;
      if (open !== undefined) counts.push({ rule: rule.id, open });
      // The embedded engine has only one connection, which others need.
      await wait(performance.now() - since, undefined, { signal });
    }
    if (await hasChanged()) return;
    // All at once, so that a day is never half recorded. Another instance may have recorded a later state of the day.
    await sql`
      insert into quality_count (day, rule, open, set_number)
      select ${day}::date, rule, open, ${setNumber}
      from jsonb_to_recordset(${JSON.stringify(counts)}::jsonb) as counts (rule text, open integer)
      on conflict (day, rule) do update set open = excluded.open, set_number = excluded.set_number
        where quality_count.set_number < excluded.set_number`.execute(db);
  }
}

async function newestSet(db: Db): Promise<number | undefined> {
  const { rows } = await sql<{
    number: number;
  }>`select max(number)::integer as number from change_set`.execute(db);
  return rows[0]?.number;
}

// In ms. The contract allows ten minutes.
const CHECK_EVERY = 60_000;

/** Records the trends now and whenever data has changed, until the signal aborts it. */
export function keepTrends(log: FastifyBaseLogger, db: Db, timeZone: string, signal: AbortSignal): void {
  // The database closes when the server stops.
  const report = (rule: string, error: unknown) =>
    signal.aborted || log.error({ err: error, rule }, 'a quality rule could not be computed');
  let running = Promise.resolve();
  const record = () => {
    running = running
      .then(() => recordTrends(db, { timeZone, report, signal }))
      .catch((error: unknown) => {
        if (!signal.aborted)
          log.warn({ err: error }, 'the trends of the quality rules could not be recorded');
      });
  };
  record();
  const timer = setInterval(record, CHECK_EVERY);
  signal.addEventListener('abort', () => clearInterval(timer), { once: true });
}
