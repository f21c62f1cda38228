import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type { ChangeSet } from '../../contract/history.ts';
import { connect } from '../../server/db/connect.ts';
import type { EngineName } from '../support/engines.ts';
import { type Place, peakMegabytes } from '../support/serverProcess.ts';
import type { TestResponse, TestUser } from '../support/testUser.ts';
import { signIn } from '../support/testUser.ts';
import type { Case, Figure } from './case.ts';

/** The numbers of rows, and the limits in ms for a preview and an apply of the maximum number of rows (contract 9). */
const goals: Record<EngineName, { sizes: readonly number[]; preview: number; apply: number }> = {
  postgresql: { sizes: [1_000, 10_000, 20_000], preview: 5_000, apply: 20_000 },
  embedded: { sizes: [1_000, 5_000], preview: 5_000, apply: 10_000 },
};
const READS_P99 = 250;
const ROUNDS = 3;
const copyNames = ['plain', 'logged'] as const;

/** Previews, applies and undoes proposals of many majors, compared with a bare COPY of the same rows, while others read. */
export const proposals: Case = {
  name: 'proposals',
  isLong: true,
  async run({ engine, times, product, registrar }) {
    if (times > 1) return [];
    const { sizes, preview, apply } = goals[engine];
    const reader = await signIn(product, 'admin');
    const figures: Figure[] = [];
    for (const count of sizes) {
      const taken = new Map<string, number[]>();
      const add = (name: string, milliseconds: number) =>
        taken.set(name, [...(taken.get(name) ?? []), milliseconds]);
      const reads: number[] = [];
      const copies = await prepareCopies(product.place, count);
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const [name, milliseconds] of await besideReads(reader, reads, () => measure(registrar, count)))
          add(name, milliseconds);
        // With the same reads beside them, whose times do not count.
        if (copies)
          for (const name of copyNames) add(name, await besideReads(reader, [], () => copies[name]()));
      }
      await copies?.end();
      const rows = `${count.toLocaleString('en-US')} rows`;
      const timeOf = (name: string) => middle(taken.get(name) ?? []);
      for (const [name, limit] of Object.entries({ preview, apply, undo: apply }))
        figures.push({
          measured: `${name} of ${rows}`,
          unit: 'ms',
          value: timeOf(name),
          limit,
          of: 'the goal for the most rows',
          atMost: 1,
        });
      if (copies)
        figures.push(
          {
            measured: `apply of ${rows}, from the request to the response`,
            unit: 'ms',
            value: timeOf('apply'),
            limit: timeOf('plain'),
            of: 'a bare COPY of the same rows',
          },
          {
            measured: `apply of ${rows}, compared with a log`,
            unit: 'ms',
            value: timeOf('apply'),
            limit: timeOf('logged'),
            of: 'a bare COPY of the same rows with a trigger that logs whole rows',
            ...(count === sizes.at(-1) && { atMost: 5 }),
          },
        );
      if (engine === 'postgresql')
        figures.push({
          measured: `p99 of others' reads beside ${rows}`,
          unit: 'ms',
          value: p99(reads),
          limit: READS_P99,
          of: 'the goal',
          atMost: 1,
        });
    }
    reader.close();
    return [
      ...figures,
      { measured: 'most memory after all proposals', unit: 'MB', value: peakMegabytes(product) },
    ];
  },
};

const middle = (all: readonly number[]) =>
  all.toSorted((one, other) => one - other)[all.length >> 1] ?? Number.NaN;
const p99 = (all: readonly number[]) =>
  all.toSorted((one, other) => one - other)[Math.ceil(all.length * 0.99) - 1] ?? Number.NaN;

/** A new major, like a row of an imported file. */
const majorOf = (at: number) => ({
  majorSegment: 'M',
  majorCode: at.toString(36).padStart(3, '0').slice(-3).toUpperCase(),
  title20: `Title ${at}`,
  titleLong: `A longer title of ${at}`,
  startTermYyyyst: '202592',
  cipCode: '01.0203',
  comments: 'From a file',
});

/** The times of a preview, an apply and its undo. */
async function measure(registrar: TestUser, count: number): Promise<[string, number][]> {
  const rows = Array.from({ length: count }, (_, at) => ({ kind: 'major', ref: {}, values: majorOf(at) }));
  const sent = { id: randomUUID(), origin: 'import', title: null, reason: null, rows };
  const [, preview] = await timed(200, () => registrar.post('/proposals/preview', { rows }));
  const [applied, apply] = await timed(201, () =>
    registrar.post('/proposals/apply?overrideWarnings=true', sent),
  );
  const { id } = (applied.json() as { changeSet: ChangeSet }).changeSet;
  const [, undo] = await timed(201, () => registrar.post(`/changes/${id}/undo`));
  return [
    ['preview', preview],
    ['apply', apply],
    ['undo', undo],
  ];
}

async function timed(status: number, call: () => Promise<TestResponse>): Promise<[TestResponse, number]> {
  const since = performance.now();
  const response = await call();
  if (response.status !== status)
    throw new Error(`A call gets ${response.status}: ${response.text.slice(0, 500)}`);
  return [response, performance.now() - since];
}

/** Runs `work` while another user reads. Adds the times of the reads. */
async function besideReads<T>(reader: TestUser, reads: number[], work: () => Promise<T>): Promise<T> {
  const end = { isThere: false };
  const working = work().finally(() => {
    end.isThere = true;
  });
  while (!end.isThere) {
    const since = performance.now();
    await reader.get('/schools');
    reads.push(performance.now() - since);
    await wait(5);
  }
  return await working;
}

/** Bare copies of the rows into tables like that of majors, to compare with an apply; only on PostgreSQL. */
interface Copies {
  /** Run once and return the time of the COPY. */
  plain(): Promise<number>;
  logged(): Promise<number>;
  end(): Promise<void>;
}

/** Ordinary tables, because an apply writes to the write-ahead log too. The second has a log of whole rows, by a trigger. */
async function prepareCopies(place: Place, count: number): Promise<Copies | undefined> {
  if (!('DATABASE_URL' in place)) return undefined;
  const { db, close } = await connect({ kind: 'postgres', url: place.DATABASE_URL, poolSize: 1 });
  const file = `/tmp/${randomUUID()}.copy`;
  const rows = JSON.stringify(Array.from({ length: count }, (_, at) => majorOf(at)));
  await sql
    .raw(`
    create schema bench;
    create table bench.plain (like major including all);
    alter table bench.plain alter version set default 1, alter last_modified set default now(),
      alter last_modified_by set default 'bench', alter active set default true, alter complete set default false;
    create table bench.logged (like bench.plain including all);
    create table bench.log (id bigint generated always as identity primary key, entry jsonb not null);
    create function bench.log_rows() returns trigger language plpgsql as $$ begin
      insert into bench.log (entry) select to_jsonb(r) from inserted r;
      return null;
    end $$;
    create trigger log_rows after insert on bench.logged referencing new table as inserted
      for each statement execute function bench.log_rows();
    copy (select m ->> 'majorSegment', m ->> 'majorCode', m ->> 'title20', m ->> 'titleLong',
      m ->> 'startTermYyyyst', m ->> 'cipCode', m ->> 'comments' from jsonb_array_elements('${rows}') m)
    to '${file}'`)
    .execute(db);
  const copyInto = async (table: string) => {
    await sql`truncate bench.plain, bench.logged, bench.log`.execute(db);
    const since = performance.now();
    await sql`
      copy ${sql.table(table)} (major_segment, major_code, title20, title_long, start_term_yyyyst, cip_code, comments)
      from ${sql.lit(file)}`.execute(db);
    return performance.now() - since;
  };
  return {
    plain: () => copyInto('bench.plain'),
    logged: () => copyInto('bench.logged'),
    async end() {
      await sql`drop schema bench cascade`.execute(db);
      await close();
      rmSync(file, { force: true });
    },
  };
}
