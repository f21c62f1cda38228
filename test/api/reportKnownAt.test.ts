import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import Papa from 'papaparse';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { relationshipKinds } from '../../contract/relationships.ts';
import type { ReportRow } from '../../contract/report.ts';
import { correctStates } from '../../server/db/changeLog.ts';
import { change } from '../../server/db/changeTransaction.ts';
import { faultsOfLog } from '../../server/db/verifyDatabase.ts';
import { fingerprintOf } from '../../web/report/fingerprint.ts';
import { type TestApp, testApp } from '../support/app.ts';
import { aMajor, aRelationship, aSchool } from '../support/factories.ts';
import { pathOfRelationship } from '../support/kinds.ts';
import { type Random, randomFrom } from '../support/random.ts';
import { type OracleFilter, reportOracle, terms } from '../support/reportOracle.ts';

// The report as of a term, and as it was known at a time (contract 10).

let mdd: TestApp;
beforeAll(async () => {
  mdd = await testApp({ sample: true });
});
afterAll(() => mdd.close());

const registrar = () => mdd.as('registrar');
const responseTo = async (filter: object) => {
  const response = await registrar().post<ReportRow[]>('/reports', filter);
  expect(response.status, response.text).toBe(200);
  return response;
};
const run = async (filter: object) => (await responseTo(filter)).body;
const refused = async (filter: object) => {
  const { status, body } = await registrar().post<{ errors: unknown[] }>('/reports', filter);
  return { status, errors: body.errors };
};
/** The time of the newest change set. */
const newest = async () => {
  const { rows } = await sql<{ at: string }>`select derived.iso(max(at)) as at from change_set`.execute(
    mdd.db,
  );
  return rows[0]?.at ?? '';
};
const actor = { uciNetId: 'registrar', actingAs: null, requestId: 'test' };

describe('The report as of a term', () => {
  const seen = (rows: ReportRow[]) =>
    rows.map(({ school, major, degree, department }) =>
      [school?.schoolCode, major.majorKey, degree?.degreeKey, department?.deptKey].map((key) => key ?? null),
    );
  const expected = (filter: OracleFilter) =>
    reportOracle(filter).map((row) => [row.schoolCode, row.majorKey, row.degreeKey, row.deptKey]);
  const many = 60;
  const step = Math.floor(terms.length / many);

  test('has the rows in effect then, for many terms', { timeout: 120_000 }, async () => {
    const asked = terms.filter((_, at) => at % step === 0).slice(0, many);
    expect(asked).toHaveLength(many);
    for (const asOfTerm of asked)
      expect(seen(await run({ asOfTerm })), asOfTerm).toEqual(expected({ asOfTerm }));
  });

  test.each([
    { schoolCode: 'NONE' },
    { degreeListAwarded: ['NONE'] },
    { degreeListAwarded: ['NONE', 'PhD'], graduate: false },
    { schoolCode: '90', majorInactive: false },
    { degreeInactive: false },
  ])('applies the other filters to the remaining rows: %j', async (others) => {
    for (const asOfTerm of ['197092', '200103', '201976', '202592'])
      expect(seen(await run({ ...others, asOfTerm }))).toEqual(expected({ ...others, asOfTerm }));
  });

  test('rejects an unknown term, and treats an empty term as none', async () => {
    expect(await refused({ asOfTerm: '190092' })).toEqual({
      status: 422,
      errors: [
        {
          code: 'REPORT_AS_OF_TERM_UNKNOWN_VALUE',
          field: 'asOfTerm',
          message: 'As of Term 190092 does not exist',
        },
      ],
    });
    const all = await run({});
    for (const asOfTerm of [null, '', 'ALL']) expect(await run({ asOfTerm })).toEqual(all);
  });
});

describe('The report as known at a time', () => {
  test('is the current report at the time of the newest set, and empty before the first', async () => {
    const all = await run({});
    const at = await newest();
    expect(await run({ knownAt: at })).toEqual(all);
    expect(await run({ knownAt: at.replace(/\.\d+Z$/, '.999Z') })).toEqual(all);
    expect(await run({ knownAt: new Date().toISOString() })).toEqual(all);
    expect(await run({ knownAt: '1999-12-31T23:59:59Z' })).toEqual([]);
    for (const knownAt of [null, '', 'ALL']) expect(await run({ knownAt })).toEqual(all);
    for (const filter of [
      { asOfTerm: '201992' },
      { asOfTerm: '201992', schoolCode: 'NONE' },
      { schoolCode: '57' },
    ])
      expect(await run({ ...filter, knownAt: at })).toEqual(await run(filter));
  });

  test.each([
    ['2999-01-01T00:00:00Z', 'OUT_OF_RANGE', 'As Known On must not be in the future'],
    ['yesterday', 'BAD_FORMAT', 'As Known On must be a time in UTC, such as 2025-10-31T17:00:00.000Z'],
    ['2025-10-31', 'BAD_FORMAT', 'As Known On must be a time in UTC, such as 2025-10-31T17:00:00.000Z'],
    [
      '2025-02-30T00:00:00Z',
      'BAD_FORMAT',
      'As Known On must be a time in UTC, such as 2025-10-31T17:00:00.000Z',
    ],
    [
      '2025-13-01T00:00:00Z',
      'BAD_FORMAT',
      'As Known On must be a time in UTC, such as 2025-10-31T17:00:00.000Z',
    ],
    [7, 'BAD_TYPE', 'As Known On must be text'],
  ])('rejects %j', async (knownAt, rule, message) => {
    expect(await refused({ knownAt })).toEqual({
      status: 422,
      errors: [{ code: `REPORT_KNOWN_AT_${rule}`, field: 'knownAt', message }],
    });
  });

  test('shows rows that were later deleted, renamed and relabeled in their former state', async () => {
    const { body: school } = await registrar().post<{ schoolCode: string }>(
      '/schools',
      aSchool({ title: 'Before' }),
    );
    const { body: major } = await registrar().post<{ majorKey: number }>('/majors', aMajor());
    const { majorKey } = major;
    const { schoolCode } = school;
    await registrar().post(pathOfRelationship(relationshipKinds.schoolMajor, school, major), aRelationship());
    const at = await newest();
    const then = await run({});
    await registrar().put(`/schools/${schoolCode}`, { schoolCode, title: 'After', active: true });
    await change(mdd.db, actor, (trx) =>
      sql`update term set term_letter_year = 'X25' where term_yyyyst = '202592'`.execute(trx),
    );
    expect(await run({})).not.toEqual(then);
    await registrar().delete(`/majors/${majorKey}?overrideWarnings=true`);
    expect((await run({})).filter((row) => row.major.majorKey === majorKey)).toEqual([]);
    expect(await run({ knownAt: at })).toEqual(then);
    expect((await run({ knownAt: at, schoolCode })).map((row) => row.school?.title)).toEqual(['Before']);
  });

  test('waits for a pending save, and includes it if it is in time', async () => {
    if (inject('templates').engine === 'embedded') return;
    const begun = Promise.withResolvers<void>();
    const end = Promise.withResolvers<void>();
    const saving = change(mdd.db, actor, async (trx) => {
      await sql`update school set title = 'Saved late' where school_code = '00'`.execute(trx);
      begun.resolve();
      await end.promise;
    });
    await begun.promise;
    const knownAt = new Date().toISOString();
    let hasResponse = false;
    const asked = run({ knownAt, schoolCode: '00' }).finally(() => {
      hasResponse = true;
    });
    await run({ schoolCode: '00' });
    expect(hasResponse).toBe(false);
    end.resolve();
    await saving;
    const rows = await asked;
    expect(new Set(rows.map(({ school }) => school?.title))).toEqual(new Set(['Saved late']));
    expect(await run({ knownAt, schoolCode: '00' })).toEqual(rows);
  });
});

const SAMPLE = 'v1:4d790be4f26d64be020514ccd41a6cceb4456a255e61a7dc4020aa5621cb8cc8';

test('The fingerprint of the sample data is the known one, which an oracle has too', async () => {
  const { rows } = await sql<{ at: string }>`
    select derived.iso(at) as at from change_set where origin = 'sample'`.execute(mdd.db);
  expect(await fingerprintOf(await run({ knownAt: rows[0]?.at }))).toBe(SAMPLE);
  const lines = reportOracle({}).map((row) => [
    row.schoolCode,
    row.majorSegment,
    row.majorCode,
    row.title20,
    row.majorStartTermYyyyst,
    row.majorEndTermYyyyst,
    row.degreeAwarded,
    row.degreeTitleRc,
    row.degreeStartTermYyyyst,
    row.degreeEndTermYyyyst,
  ]);
  const text = `${Papa.unparse(lines, { newline: '\n' })}\n`;
  expect(`v1:${createHash('sha256').update(text).digest('hex')}`).toBe(SAMPLE);
});

describe('At each moment of a random history', () => {
  const moments = 60;

  const tables = [
    'school',
    'department',
    'degree',
    'major',
    'major_degree',
    'school_major',
    'major_department',
  ];

  /** Changes, deletes or brings back some rows at random. */
  async function step(random: Random): Promise<void> {
    const table = random.pick(tables);
    const isRelationship = table.includes('_');
    if (isRelationship && random.chance(0.4))
      return void (await change(mdd.db, actor, (trx) =>
        sql`delete from ${sql.table(table)} where ctid in (select ctid from ${sql.table(table)} order by random() limit 2)`.execute(
          trx,
        ),
      ));
    if (random.chance(0.2)) {
      const { rows } = await sql<{
        id: string;
      }>`select id from change_set where origin = 'form' order by number desc limit 1`.execute(mdd.db);
      return void (await registrar().post(`/changes/${rows[0]?.id}/undo`));
    }
    const active = table === 'degree' ? 'degree_active' : 'active';
    await change(mdd.db, actor, (trx) =>
      sql`update ${sql.table(table)} set ${sql.ref(active)} = not ${sql.ref(active)}
        where ctid in (select ctid from ${sql.table(table)} order by random() limit ${1 + random.below(5)})`.execute(
        trx,
      ),
    );
  }

  test('the report as known then equals the response from that time', { timeout: 120_000 }, async () => {
    const random = randomFrom(20_261_123);
    const filter = { degreeInactive: false };
    const history: { knownAt: string; text: string }[] = [];
    for (let at = 0; at < moments; at += 1) {
      await step(random);
      history.push({ knownAt: await newest(), text: (await responseTo(filter)).text });
    }
    expect(new Set(history.map(({ text }) => text)).size).toBeGreaterThan(0.4 * moments);
    for (const { knownAt, text } of history) {
      const then = await responseTo({ ...filter, knownAt });
      // Half a megabyte each: the test reads only those that differ.
      if (then.text !== text) expect(then.body, knownAt).toEqual(JSON.parse(text));
    }
    expect(await faultsOfLog(mdd.db)).toEqual([]);
  });

  test('verify reports a state that the log does not have, and a rebuild corrects it', async () => {
    await sql`update known_state set label = 'Forged' where kind = 'school' and first_key = '00' and known_until = 'infinity'`.execute(
      mdd.db,
    );
    await sql`delete from known_state where kind = 'degree' and first_key = '1'`.execute(mdd.db);
    const faults = await faultsOfLog(mdd.db);
    expect(faults.map(({ place }) => place.split(' from ')[0])).toEqual(
      expect.arrayContaining(['known state of school 00', 'known state of degree 1']),
    );
    expect(await correctStates(mdd.db)).toBe(true);
    expect(await faultsOfLog(mdd.db)).toEqual([]);
    expect(await correctStates(mdd.db)).toBe(false);
  });
});
