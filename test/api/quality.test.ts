import * as fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ChangeSets } from '../../contract/history.ts';
import type { Items } from '../../contract/kinds.ts';
import type { Finding, Findings, Fix, ItemFindings, Quality } from '../../contract/quality.ts';
import { rules } from '../../server/catalog/quality/rules.ts';
import { recordTrends } from '../../server/catalog/quality/trend.ts';
import { type TestApp, testApp } from '../support/app.ts';
import { aDegree, aDepartment } from '../support/factories.ts';
import { proposalsOf } from './proposals/support.ts';

let mdd: TestApp;
beforeAll(async () => {
  mdd = await testApp({ sample: true, faults: true });
});
afterAll(() => mdd.close());

const TERM = '202692';
const registrar = () => mdd.as('registrar');
const quality = async (query = `?asOf=${TERM}`) => (await registrar().get<Quality>(`/quality${query}`)).body;
const ruleOf = async (id: string) => (await quality()).rules.find((rule) => rule.id === id);
const findingsOf = async (id: string, query = '') =>
  (await registrar().get<Findings>(`/quality/${id}?asOf=${TERM}${query}`)).body.findings;
const ofItem = async (path: string) =>
  (await registrar().get<ItemFindings>(`/quality/items/${path}?asOf=${TERM}`)).body.findings;
const waiverPath = (rule: string, { fingerprint }: Finding) =>
  `/quality/${rule}/waivers/${fingerprint}?asOf=${TERM}`;
const firstOf = async (id: string): Promise<Finding> => {
  const [first] = await findingsOf(id);
  if (!first) throw new Error(`${id} finds nothing`);
  return first;
};
const refused = (status: number, code: string, field?: string) => ({
  status,
  body: { errors: [expect.objectContaining({ code, ...(field && { field }) })] },
});

describe('The rules', () => {
  test('come errors first, in the order of the contract, with their counts', async () => {
    const { asOf, rules: all } = await quality();
    expect(asOf).toBe(TERM);
    expect(all.map(({ id }) => id)).toEqual(rules.map(({ id }) => id));
    expect(all.map(({ severity }) => severity).join(' ')).toMatch(/^(error ?)+(warning ?)+(notice ?)+$/);
    expect(all.filter(({ canFix }) => canFix).map(({ id }) => id)).toEqual([
      'relationship-outside-item',
      'active-but-ended',
      'credential-level-unusual',
      'repealed-indicator',
    ]);
    expect(Object.fromEntries(all.filter(({ open }) => open).map(({ id, open }) => [id, open]))).toEqual({
      'relationship-outside-item': 3,
      'special-program-level': 3,
      'active-but-ended': 5,
      'inactive-but-in-effect': 3,
      'major-without-school': 1,
      'degree-without-major': 1,
      'department-without-school': 1,
      'credential-level-unusual': 1,
      'department-without-major': 14,
      'no-start-term': 5,
      'cip-with-several-disciplines': 4,
      'cip-with-several-lengths': 13,
      'weeks-below-30': 2,
      'quarters-and-years-differ': 3,
      'repealed-indicator': 1,
    });
    for (const { state, open, waived, why, source, title } of all) {
      expect(state).toBe(open === 0 ? 'none' : 'found');
      expect(waived).toBe(0);
      expect(`${title}${why}${source}`).not.toMatch(/undefined/);
      expect(why).toMatch(/^[^.]+\.$/);
    }
  });

  test('use the running term unless another is given', async () => {
    const { asOf } = await quality('');
    expect(asOf).toMatch(/^20\d\d(03|14|25|92)$/);
    expect((await quality('?asOf=196592')).rules).not.toEqual((await quality()).rules);
  });

  test('about the Active flag always use the running term', async () => {
    const ofFlags = async (query: string) =>
      (await quality(query)).rules.filter(({ id }) => /^(in)?active-/.test(id)).map(({ open }) => open);
    expect(await ofFlags('?asOf=196592')).toEqual(await ofFlags(''));
  });

  test('reject a term that the lookup does not have', async () => {
    for (const path of ['/quality', '/quality/unknown-term', '/quality/items/major/1'])
      expect(await registrar().get(`${path}?asOf=209992`)).toMatchObject(
        refused(422, 'QUALITY_AS_OF_UNKNOWN_VALUE', 'asOf'),
      );
    expect((await registrar().get('/quality?asOf=')).status).toBe(400);
    expect((await registrar().get('/quality?term=202692')).status).toBe(400);
  });

  test('that fail do not hide the others', async () => {
    await sql`alter table cip_code rename to other`.execute(mdd.db);
    try {
      // In a term that has not been computed yet.
      const { rules: all } = await quality('?asOf=202503');
      const failed = all.filter(({ state }) => state === 'failed');
      expect(failed).toMatchObject([{ id: 'cip-not-in-2020', open: null, waived: null }]);
      expect(all.filter(({ open }) => open !== null)).toHaveLength(rules.length - 1);
      expect(await registrar().get('/quality/cip-not-in-2020?asOf=202503')).toMatchObject(
        refused(503, 'RULE_FAILED'),
      );
      expect((await registrar().get('/quality/items/major/1?asOf=202503')).status).toBe(200);
    } finally {
      await sql`alter table other rename to cip_code`.execute(mdd.db);
    }
    // The failure is not kept.
    const { rules: all } = await quality('?asOf=202503');
    expect(all.every(({ state }) => state !== 'failed')).toBe(true);
  });

  test('fail instead of finding more pairs than can be read, until the data changes', async () => {
    const create = async (title: string, count: number) => {
      const form = aDegree({ degreeTitleRc: title });
      const keys: number[] = [];
      while (keys.length < count) {
        const { body } = await registrar().post<Items['degree'][]>('/degrees?overrideWarnings=true', form);
        keys.push(...body.map(({ degreeKey }) => degreeKey));
      }
      return keys;
    };
    const remove = async (keys: readonly number[]) => {
      for (const key of keys) await registrar().delete(`/degrees/${key}?overrideWarnings=true`);
    };
    // 4,950, 45, 3 and twice 1 pair of the same title: the most that can be read.
    const most: number[] = [];
    for (const [title, count] of Object.entries({ One: 100, Two: 10, Three: 3, Four: 2, Five: 2 }))
      most.push(...(await create(title, count)));
    expect(await ruleOf('duplicate-degree')).toMatchObject({ state: 'found', open: 5_000 });
    const more = await create('Six', 2);
    expect(await ruleOf('duplicate-degree')).toMatchObject({ state: 'failed', open: null, waived: null });
    expect(await ruleOf('degree-without-major')).toMatchObject({ state: 'found' });
    await remove(more);
    expect(await ruleOf('duplicate-degree')).toMatchObject({ state: 'found', open: 5_000 });
    await remove(most);
    expect(await ruleOf('duplicate-degree')).toMatchObject({ state: 'none' });
  });
});

describe('Findings', () => {
  test('have items, facts and no waiver', async () => {
    const [first] = await findingsOf('weeks-below-30');
    expect(first).toEqual({
      fingerprint: expect.stringMatching(/^[\w-]{43}$/),
      items: [
        {
          kind: 'majorDegree',
          key: '64/5',
          label: '0E9 G American Law – LLM American Law for Foreign-Trained Lawyers',
        },
      ],
      facts: [{ name: 'acadYrInstrWks', value: 28 }],
      waiver: null,
    });
  });

  test('come in pages, each once', async () => {
    const path = `/quality/department-without-major?asOf=${TERM}`;
    const all = await findingsOf('department-without-major');
    const paged: Finding[] = [];
    let next: string | null = null;
    do {
      const { body }: { body: Findings } = await registrar().get<Findings>(
        `${path}&limit=5${next ? `&cursor=${next}` : ''}`,
      );
      expect(body.rule).toBe('department-without-major');
      expect(body.findings.length).toBeLessThanOrEqual(5);
      paged.push(...body.findings);
      next = body.next;
    } while (next !== null);
    expect(paged).toEqual(all);
    expect(all).toHaveLength(14);
    expect((await registrar().get(`${path}&limit=1001`)).status).toBe(400);
  });

  test('come in pages that skip and repeat none while others are waived, begin or end', async () => {
    const rule = 'department-without-major';
    const all = await findingsOf(rule);
    const page = async (cursor: string) =>
      (await registrar().get<Findings>(`/quality/${rule}?asOf=${TERM}&waived=false&limit=5${cursor}`)).body;
    const first = await page('');
    expect(first.findings).toEqual(all.slice(0, 5));
    for (const finding of all.slice(1, 3)) await registrar().put(waiverPath(rule, finding), { note: 'x' });
    const form = aDepartment({ title7: '!', title: 'Before all others' });
    const { body: department } = await registrar().post<Items['department']>('/departments', form);
    const second = await page(`&cursor=${first.next}`);
    expect(second.findings).toEqual(all.slice(5, 10));

    // The last one of a page may have ended.
    await registrar().put(waiverPath(rule, all[9] as Finding), { note: 'x' });
    await registrar().delete(`/departments/${department.deptKey}`);
    const third = await page(`&cursor=${second.next}`);
    expect(third).toMatchObject({ findings: all.slice(10), next: null });
    for (const finding of [...all.slice(1, 3), all[9] as Finding])
      await registrar().delete(waiverPath(rule, finding));
  });

  test.for(['x', '2', '', 'WzFd', 'e30'])('of the cursor %j, which no page has, are 400', async (cursor) => {
    const { status } = await registrar().get(`/quality/unknown-term?cursor=${cursor}`);
    expect(status).toBe(400);
  });

  test('of an unknown rule are 404', async () => {
    expect(await registrar().get('/quality/no-such-rule')).toMatchObject(refused(404, 'RULE_NOT_FOUND'));
    expect((await registrar().get('/quality/unknown-term?waived=maybe')).status).toBe(400);
  });
});

describe('The findings of an item', () => {
  test('are its own and those of its relationships, with rule and severity', async () => {
    const found = await ofItem('major/293');
    expect(found.map(({ rule, severity }) => [rule, severity])).toEqual([
      ['inactive-but-in-effect', 'warning'],
      ['major-without-school', 'warning'],
      ['no-start-term', 'notice'],
    ]);
    expect((await ofItem('major/64')).map(({ rule, items }) => [rule, items[0]?.key])).toEqual([
      ['weeks-below-30', '64/5'],
    ]);
    expect((await ofItem('degree/5')).map(({ rule }) => rule)).toEqual(['weeks-below-30']);
    expect(await ofItem('major/1')).toEqual([]);
  });

  test('of a relationship are found by both keys, percent-encoded or not', async () => {
    const [found] = [await ofItem('majorDegree/64/5')];
    expect(found.map(({ rule }) => rule)).toEqual(['weeks-below-30']);
    expect(await ofItem('majorDegree/64%2F5')).toEqual(found);
    expect((await ofItem('schoolMajor/ux/16')).map(({ rule }) => rule)).toEqual([
      'relationship-outside-item',
    ]);
  });

  test('include waived ones', async () => {
    const finding = await firstOf('weeks-below-30');
    await registrar().put(waiverPath('weeks-below-30', finding), { note: 'Law has 28 weeks' });
    expect(await ofItem('major/64')).toMatchObject([{ waiver: { note: 'Law has 28 weeks' } }]);
    await registrar().delete(waiverPath('weeks-below-30', finding));
  });

  test('of an unknown kind or item are 404', async () => {
    const get = (path: string) => registrar().get(`/quality/items/${path}`);
    expect(await get('building/1')).toMatchObject(refused(404, 'NOT_FOUND'));
    expect(await get('major/99999')).toMatchObject(refused(404, 'MAJOR_NOT_FOUND'));
    expect(await get('major/x')).toMatchObject(refused(404, 'MAJOR_NOT_FOUND'));
    expect(await get('major/1/2')).toMatchObject(refused(404, 'MAJOR_NOT_FOUND'));
    expect(await get('majorDegree/64')).toMatchObject(refused(404, 'RELATIONSHIP_NOT_FOUND'));
    expect(await get('majorDegree/64/6')).toMatchObject(refused(404, 'RELATIONSHIP_NOT_FOUND'));
  });
});

describe('A waiver', () => {
  const RULE = 'quarters-and-years-differ';
  const waive = async (note: unknown, user: 'registrar' | 'admin' = 'registrar') =>
    mdd.as(user).put<Finding>(waiverPath(RULE, await firstOf(RULE)), { note });
  const end = async () => registrar().delete(waiverPath(RULE, await firstOf(RULE)));

  test('has a note, a time and a user, and moves its finding from open to waived', async () => {
    const { status, body } = await waive('  Five quarters by design ');
    expect(status).toBe(200);
    expect(body.waiver).toEqual({
      note: 'Five quarters by design',
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      by: { uciNetId: 'registrar', name: expect.any(String) },
    });
    expect(await firstOf(RULE)).toEqual(body);
    expect(await ruleOf(RULE)).toMatchObject({ open: 2, waived: 1, state: 'found' });
    expect(await findingsOf(RULE, '&waived=true')).toEqual([body]);
    expect((await findingsOf(RULE, '&waived=false')).map(({ waiver }) => waiver)).toEqual([null, null]);
    expect((await end()).status).toBe(204);
    expect((await end()).status).toBe(204);
    expect(await ruleOf(RULE)).toMatchObject({ open: 3, waived: 0 });
  });

  test('whose note is replaced is kept as ended, with user and time', async () => {
    await waive('first');
    await waive('second', 'admin');
    await end();
    const { rows } = await sql<{ note: string; waivedBy: string; endedBy: string; isOver: boolean }>`
      select note, waived_by as "waivedBy", ended_by as "endedBy", ended_at >= waived_at as "isOver"
      from quality_waiver where note in ('first', 'second') order by id`.execute(mdd.db);
    expect(rows).toEqual([
      { note: 'first', waivedBy: 'registrar', endedBy: 'admin', isOver: true },
      { note: 'second', waivedBy: 'admin', endedBy: 'registrar', isOver: true },
    ]);
  });

  test('needs a note of at most 500 characters', async () => {
    for (const note of ['', '  ', null, undefined])
      expect(await waive(note)).toMatchObject(refused(422, 'WAIVER_NOTE_REQUIRED', 'note'));
    expect(await waive('x'.repeat(501))).toMatchObject(refused(422, 'WAIVER_NOTE_TOO_LONG', 'note'));
    expect((await waive('x'.repeat(500))).status).toBe(200);
    await end();
  });

  test('is only for a finding of the rule, in the running term or the given one', async () => {
    const finding = await firstOf(RULE);
    const put = (path: string) => registrar().put(path, { note: 'x' });
    expect(await put(`/quality/${RULE}/waivers/abc`)).toMatchObject(refused(404, 'FINDING_NOT_FOUND'));
    expect(await put(waiverPath('weeks-below-30', finding))).toMatchObject(refused(404, 'FINDING_NOT_FOUND'));
    expect(await put(waiverPath('no-rule', finding))).toMatchObject(refused(404, 'RULE_NOT_FOUND'));
    expect(await put(`/quality/${RULE}/waivers/${finding.fingerprint}?asOf=196592`)).toMatchObject(
      refused(404, 'FINDING_NOT_FOUND'),
    );
    expect(await registrar().delete(`/quality/${RULE}/waivers/abc`)).toMatchObject(
      refused(404, 'FINDING_NOT_FOUND'),
    );
  });

  test('cannot be changed while impersonating', async () => {
    const finding = await firstOf(RULE);
    const acting = mdd.anotherAs('admin');
    await acting.get('/impersonate/registrar');
    expect(await acting.put(waiverPath(RULE, finding), { note: 'x' })).toMatchObject(
      refused(403, 'FORBIDDEN'),
    );
    expect(await acting.delete(waiverPath(RULE, finding))).toMatchObject(refused(403, 'FORBIDDEN'));
    expect((await acting.get<Findings>(`/quality/${RULE}`)).status).toBe(200);
  });

  test('is no change set', async () => {
    const newest = async () => (await registrar().get<ChangeSets>('/changes?limit=1')).body.changeSets[0]?.id;
    const before = await newest();
    await waive('x');
    await end();
    expect(await newest()).toBe(before);
  });

  // Weeks are the fact of this finding; comments of its major are none.
  test('lapses when its facts change, and only then', async () => {
    const rule = 'weeks-below-30';
    const [finding] = await findingsOf(rule);
    if (!finding) throw new Error(`${rule} finds nothing`);
    await registrar().put(waiverPath(rule, finding), { note: 'Law has 28 weeks' });
    const { previewed, apply } = proposalsOf(mdd);
    const save = async (row: object) => {
      const [shown] = await previewed([row]);
      if (shown?.outcome === 'same') return;
      const { status } = await apply([{ ...row, version: shown?.version }], { override: true });
      expect(status).toBe(201);
    };
    const edit = fc.oneof(
      fc.record({ weeks: fc.constantFrom(0, 27, 28, 29, 30, null) }),
      fc.record({ comments: fc.constantFrom('one', 'two') }),
      fc.record({ endTerm: fc.constantFrom(null, '202892') }),
    );
    let weeks: number | null = 28;
    await fc.assert(
      fc.asyncProperty(edit, async (values) => {
        if ('comments' in values) await save({ kind: 'major', ref: { majorKey: 64 }, values });
        else {
          if ('weeks' in values) weeks = values.weeks;
          await save({
            kind: 'majorDegree',
            ref: { major: { majorKey: 64 }, degree: { degreeKey: 5 } },
            values: 'weeks' in values ? { acadYrInstrWks: weeks } : values,
          });
        }
        const found = (await findingsOf(rule)).find(({ items }) => items[0]?.key === '64/5');
        const isFound = weeks !== null && weeks < 30;
        expect(found?.waiver?.note).toBe(isFound && weeks === 28 ? 'Law has 28 weeks' : undefined);
        expect(found !== undefined).toBe(isFound);
      }),
      { numRuns: 60 },
    );
  });
});

describe('A fix', () => {
  const fix = (rule: string, fingerprints: unknown) =>
    registrar().post<Fix>(`/quality/${rule}/fix?asOf=${TERM}`, { fingerprints });

  test.each(['active-but-ended', 'credential-level-unusual', 'repealed-indicator'])(
    'of %s is a proposal that ends its findings, and undone brings them back',
    async (rule) => {
      const before = await findingsOf(rule);
      const { status, body } = await fix(
        rule,
        before.map(({ fingerprint }) => fingerprint),
      );
      expect(status).toBe(200);
      expect(body.title).not.toBe('');
      expect(body.reason).toContain((await ruleOf(rule))?.title);
      const { seen, apply } = proposalsOf(mdd);
      const { title, reason } = body;
      const applied = await apply(await seen(body.rows), { title, reason, override: true });
      expect(applied).toMatchObject({
        status: 201,
        body: { changeSet: { title, reason, updated: before.length } },
      });
      expect(await findingsOf(rule)).toEqual([]);
      expect(await ruleOf(rule)).toMatchObject({ open: 0, state: 'none' });
      const undone = await registrar().post(`/changes/${applied.body.changeSet.id}/undo`);
      expect(undone.status).toBe(201);
      expect(await findingsOf(rule)).toEqual(before);
    },
  );

  test('of a relationship outside its items ends it with the earlier end of both', async () => {
    const { seen, apply } = proposalsOf(mdd);
    const row = { kind: 'major', ref: { majorKey: 64 }, values: { endTermYyyyst: '202792' } };
    const ended = await apply(await seen([row]), { override: true });
    expect(ended.status).toBe(201);
    const rule = 'relationship-outside-item';
    const before = await findingsOf(rule);
    const ofMajor = before.filter(({ items }) => /(^|\/)64(\/|$)/.test(items[0]?.key ?? ''));
    expect(ofMajor.length).toBeGreaterThan(1);
    const { body } = await fix(
      rule,
      ofMajor.map(({ fingerprint }) => fingerprint),
    );
    expect(body.rows.map(({ values }) => values)).toEqual(ofMajor.map(() => ({ endTerm: '202792' })));
    const applied = await apply(await seen(body.rows), { override: true });
    expect(applied.status).toBe(201);
    expect(await findingsOf(rule)).toHaveLength(before.length - ofMajor.length);
    await registrar().post(`/changes/${applied.body.changeSet.id}/undo`);
    expect(await findingsOf(rule)).toEqual(before);
    await registrar().post(`/changes/${ended.body.changeSet.id}/undo`);
  });

  test('is refused where there is none', async () => {
    const { fingerprint } = await firstOf('no-start-term');
    for (const sent of [fingerprint, 'abc'])
      expect(await fix('no-start-term', [sent])).toMatchObject(refused(422, 'CANNOT_FIX'));
    // This relationship begins before its school.
    const outside = await findingsOf('relationship-outside-item');
    const early = outside.find(({ items }) => items[0]?.key === '85/70');
    expect(await fix('relationship-outside-item', [early?.fingerprint])).toMatchObject(
      refused(422, 'CANNOT_FIX'),
    );
  });

  test('of what is no finding is 404, and needs 1 to 1,000 fingerprints', async () => {
    expect(await fix('active-but-ended', ['abc'])).toMatchObject(refused(404, 'FINDING_NOT_FOUND'));
    expect(await fix('no-rule', ['abc'])).toMatchObject(refused(404, 'RULE_NOT_FOUND'));
    expect(await fix('active-but-ended', [])).toMatchObject(refused(422, 'FIX_FINGERPRINTS_REQUIRED'));
    expect(await fix('active-but-ended', Array(1_001).fill('abc'))).toMatchObject(
      refused(422, 'FIX_FINGERPRINTS_TOO_MANY'),
    );
  });
});

describe('The trend', () => {
  const failures: unknown[] = [];
  const record = (timeZone = 'America/Los_Angeles') =>
    recordTrends(mdd.db, { timeZone, report: (_rule, error) => failures.push(error) });
  const trendOf = async (id: string) => (await ruleOf(id))?.trend ?? [];

  test('has one point for each day with changes: the count after the last change', async () => {
    await record();
    const before = await trendOf('active-but-ended');
    expect(before.at(-1)?.open).toBe(5);
    const { seen, apply } = proposalsOf(mdd);
    const row = { kind: 'major', ref: { majorKey: 25 }, values: { active: false } };
    const { body } = await apply(await seen([row]), { override: true });
    await record();
    expect(await trendOf('active-but-ended')).toEqual([
      ...before.slice(0, -1),
      { ...before.at(-1), open: 4 },
    ]);
    await registrar().post(`/changes/${body.changeSet.id}/undo`);
    await record();
    expect(await trendOf('active-but-ended')).toEqual(before);
    expect(failures).toEqual([]);
  });

  test('has points of days on which no one recorded it, as the data was known then', async () => {
    const { seen, apply } = proposalsOf(mdd);
    const row = { kind: 'major', ref: { majorKey: 25 }, values: { active: false } };
    const { body } = await apply(await seen([row]), { override: true });
    await sql`alter table change_set disable trigger all`.execute(mdd.db);
    await sql`update change_set set at = at - interval '3 days' where number <= (select max(number) - 1 from change_set)`.execute(
      mdd.db,
    );
    await sql`update known_state set known_from = known_from - interval '3 days',
        known_until = case when known_until < (select max(at) from change_set) then known_until - interval '3 days' else known_until end
      where known_from < (select max(at) from change_set)`.execute(mdd.db);
    // At first only the latest day.
    await sql`delete from quality_count`.execute(mdd.db);
    await record();
    expect((await trendOf('active-but-ended')).map(({ open }) => open)).toEqual([4]);
    await sql`update quality_count set day = '2020-01-01', set_number = 0`.execute(mdd.db);
    await record();
    const trend = await trendOf('active-but-ended');
    expect(trend.map(({ open }) => open)).toEqual([5, 4]);
    expect(trend[0]?.day).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(Date.parse(trend[1]?.day ?? '') - Date.parse(trend[0]?.day ?? '')).toBe(3 * 86_400_000);
    await record();
    expect(await trendOf('active-but-ended')).toEqual(trend);
    await sql`alter table change_set enable trigger all`.execute(mdd.db);
    await registrar().post(`/changes/${body.changeSet.id}/undo`);
  });

  test('counts no finding that is waived', async () => {
    const finding = await firstOf('active-but-ended');
    await registrar().put(waiverPath('active-but-ended', finding), { note: 'x' });
    await record();
    expect((await trendOf('active-but-ended')).at(-1)?.open).toBe(4);
    await registrar().delete(waiverPath('active-but-ended', finding));
  });
});
