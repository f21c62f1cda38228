import { type RawBuilder, sql } from 'kysely';
import { change } from '../../../server/db/changeTransaction.ts';
import type { Db } from '../../../server/db/tables.ts';

// Greater than every key of the sample. Copy number n of an item has the item's key plus n times this.
const KEYS = 10_000;
const actor = { uciNetId: 'bench', actingAs: null, requestId: 'bench' };

/** The columns in which copy number `n` differs from its original, the sample row `t`. */
const copies: Record<string, Record<string, RawBuilder<unknown>>> = {
  department: { dept_key: shifted('dept_key'), title: numbered('title', 40), title7: numbered('title7', 7) },
  degree: { degree_key: shifted('degree_key'), degree_title_rc: numbered('degree_title_rc', 60) },
  major: {
    major_key: shifted('major_key'),
    major_code: sql`upper(lpad(to_hex((t.major_key * 31 + n * 17) % 4096), 3, '0'))`,
    title20: numbered('title20', 20),
    title_long: numbered('title_long', 60),
  },
  school_department: { dept_key: shifted('dept_key') },
  school_degree: { degree_key: shifted('degree_key') },
  school_major: { major_key: shifted('major_key') },
  degree_department: { degree_key: shifted('degree_key'), dept_key: shifted('dept_key') },
  major_department: { major_key: shifted('major_key'), dept_key: shifted('dept_key') },
  major_degree: { major_key: shifted('major_key'), degree_key: shifted('degree_key') },
};

/**
 * Multiplies the data of a database that holds the sample. Departments, degrees and majors are copied with their own
 * titles, codes and keys, together with all their relationships; schools are not copied. A copied major with one school
 * and one department also gets two degrees of other copies, which at a hundred times the sample adds half as many
 * major-degree pairs again.
 */
export async function multiply(db: Db, times: number): Promise<void> {
  if (times > 1)
    await change(db, actor, async (trx) => {
      await sql`select set_config('statement_timeout', '0', true),
        set_config('idle_in_transaction_session_timeout', '0', true)`.execute(trx);
      for (const [table, differences] of Object.entries(copies)) {
        const fields = Object.entries(differences).flatMap(([column, value]) => [sql.lit(column), value]);
        await sql`
          insert into ${sql.table(table)}
          select made.* from ${sql.table(table)} t
          cross join generate_series(1, ${sql.lit(times - 1)}) n
          cross join lateral jsonb_populate_record(t, jsonb_build_object(${sql.join(fields)})) made`.execute(
          trx,
        );
      }
      await sql`
        insert into major_degree
        select made.* from major_degree t
        cross join generate_series(1, ${sql.lit(times - 1)}) n
        cross join generate_series(0, 1) other
        cross join lateral jsonb_populate_record(t, jsonb_build_object(
          'major_key', ${shifted('major_key')},
          'degree_key', t.degree_key + ((n + other) % ${sql.lit(times - 1)} + 1) * ${sql.lit(KEYS)})) made
        where t.major_key < ${sql.lit(KEYS)}
          and (select count(*) from school_major s where s.major_key = t.major_key) = 1
          and (select count(*) from major_department d where d.major_key = t.major_key) = 1
        on conflict do nothing`.execute(trx);
      for (const [table, key] of [
        ['department', 'dept_key'],
        ['degree', 'degree_key'],
        ['major', 'major_key'],
      ] as const)
        await sql`select setval(pg_get_serial_sequence(${table}, ${key}),
          (select max(${sql.ref(key)}) from ${sql.table(table)}))`.execute(trx);
    });
  await sql`analyze`.execute(db);
}

function shifted(column: string): RawBuilder<unknown> {
  return sql`t.${sql.ref(column)} + n * ${sql.lit(KEYS)}`;
}

function numbered(column: string, most: number): RawBuilder<unknown> {
  return sql`left(t.${sql.ref(column)}, ${sql.lit(most)} - length(n::text)) || n`;
}
