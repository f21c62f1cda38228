import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { degreeCreateForm, degreeForm } from '../../../contract/degree.ts';
import { departmentForm } from '../../../contract/department.ts';
import { majorForm } from '../../../contract/major.ts';
import { majorDegreeForm } from '../../../contract/majorDegree.ts';
import {
  type RelationshipKind,
  relationshipForm,
  relationshipKinds,
} from '../../../contract/relationships.ts';
import { schoolForm } from '../../../contract/school.ts';
import {
  type ConfirmWarnings,
  create,
  edit,
  relate,
  remove,
  unrelate,
} from '../../../server/catalog/commands.ts';
import { createMajorDegree } from '../../../server/catalog/majorDegree.ts';
import type { Row, StoredRow } from '../../../server/catalog/storedRows.ts';
import {
  aDegree,
  aDepartment,
  aMajor,
  aMajorDegree,
  aRelationship,
  aSchool,
} from '../../support/factories.ts';
import { countedDatabase } from './support.ts';

let catalog: Awaited<ReturnType<typeof countedDatabase>>;
beforeAll(async () => {
  catalog = await countedDatabase();
});
afterAll(() => catalog.close());

const save: Awaited<ReturnType<typeof countedDatabase>>['save'] = (work) => catalog.save(work);

// Bodies as the forms' validation returns them.
const school = (values: object = {}): Row => schoolForm.schema.parse({ ...aSchool(), ...values });
const department = (values: object = {}): Row => departmentForm.schema.parse({ ...aDepartment(), ...values });
const degrees = (values: object = {}): Row => degreeCreateForm.schema.parse({ ...aDegree(), ...values });
const major = (values: object = {}): Row => majorForm.schema.parse({ ...aMajor(), ...values });
const span = (values: object = {}): Row => relationshipForm.schema.parse({ ...aRelationship(), ...values });

const MANY = 300;
const many = <T>(make: (at: number) => T): T[] => Array.from({ length: MANY }, (_, at) => make(at));

/** Confirms everything. `warnings` are those of the last command. */
let warnings: readonly string[];
const confirm: ConfirmWarnings = (given) => {
  warnings = given;
};
/** Like a user who has not seen the warnings yet. */
const refuse: ConfirmWarnings = (given) => {
  if (given.length > 0) throw new Error(`Unconfirmed: ${given.length}`);
};

const majors = async (given: Row[]) => (await save((trx) => create(trx, 'major', given, confirm))).done;
const schools = async (given: Row[]) => (await save((trx) => create(trx, 'school', given, confirm))).done;
const majorKeys = (rows: readonly StoredRow[]) => rows.map(({ majorKey }) => majorKey as number);

/** The number of changes in the log, to check the effect of a rejected command. */
const changes = async () => (await catalog.db.selectFrom('changeEntry').select('place').execute()).length;
async function expectNothingWritten(work: Parameters<typeof save>[0], refusal: object): Promise<void> {
  const before = await changes();
  let written = -1;
  const attempt = save(async (trx) => {
    try {
      return await work(trx);
    } catch (error) {
      // Counted inside the transaction, before the rollback.
      written = (await trx.selectFrom('changeEntry').select('place').execute()).length - before;
      throw error;
    }
  });
  await expect(attempt).rejects.toMatchObject(refusal);
  expect(written).toBe(0);
  expect(await changes()).toBe(before);
}

describe('create', () => {
  test('saves many items with the same number of statements as one, and returns them in order', async () => {
    const given = many((at) => department({ startTerm: '202592', comments: `No. ${at}` }));
    const { done, statements } = await save((trx) => create(trx, 'department', given, confirm));
    expect(statements).toBe(3);
    expect(warnings).toEqual([]);
    expect(done.map(({ comments }) => comments)).toEqual(given.map(({ comments }) => comments));
    expect(done[0]).toMatchObject({
      deptKey: expect.any(Number),
      version: 1,
      lastModifiedBy: 'registrar',
    });
  });

  test('creates one degree for each award of each form, in order', async () => {
    const given = [degrees({ degreeListAwarded: ['PhD', 'BA'] }), degrees({ degreeListAwarded: ['MS'] })];
    const { done } = await save((trx) => create(trx, 'degree', given, confirm));
    expect(done.map(({ degreeAwarded }) => degreeAwarded)).toEqual(['PhD', 'BA', 'MS']);
  });

  test('warns about each item that resembles an existing one', async () => {
    const given = [major(), major(), major()];
    await majors(given);
    const again = [major(), given[2] ?? {}, given[0] ?? {}];
    const { done } = await save((trx) => create(trx, 'major', again, confirm));
    expect(warnings).toEqual(
      [0, 2].map(
        (at) => `Major code ${given[at]?.majorCode} of segment U already exists: ${given[at]?.title20}.`,
      ),
    );
    expect(done).toHaveLength(3);
  });

  test('names the common values of two departments once', async () => {
    const given = department();
    const { done } = await save((trx) => create(trx, 'department', [given], confirm));
    const duplicates = [given, department({ title: given.title }), department({ title7: given.title7 })];
    await save((trx) => create(trx, 'department', duplicates, confirm));
    const key = done[0]?.deptKey;
    expect(warnings).toEqual([
      `Department ${key} already has the title 7 ${given.title7} and the title ${given.title}.`,
      `Department ${key} already has the title ${given.title}.`,
      `Department ${key} already has the title 7 ${given.title7}.`,
    ]);
  });

  test('rejects all items if one has an unknown reference, before writing anything', async () => {
    const given = [major(), major({ startTermYyyyst: '190003', endTermYyyyst: '190014' }), major()];
    await expectNothingWritten((trx) => create(trx, 'major', given, confirm), {
      status: 422,
      errors: [
        { code: 'MAJOR_START_TERM_YYYYST_UNKNOWN_VALUE', field: 'startTermYyyyst' },
        { code: 'MAJOR_END_TERM_YYYYST_UNKNOWN_VALUE', field: 'endTermYyyyst' },
      ],
    });
  });

  test('rejects all items if one school code exists, even if another would only cause a warning', async () => {
    const there = school();
    await schools([there]);
    const given = [school({ title: there.title }), school({ schoolCode: there.schoolCode })];
    await expectNothingWritten((trx) => create(trx, 'school', given, confirm), {
      status: 409,
      errors: [{ code: 'DUPLICATE_KEY', message: `School code ${there.schoolCode} is already taken.` }],
    });
  });
});

describe('edit', () => {
  test('saves many items with the same number of statements as one, each with its own values, and returns them in order', async () => {
    const rows = await majors(many(() => major()));
    const edits = rows.toReversed().map((row, at) => ({
      key: row.majorKey as number,
      values: { ...major({ comments: `No. ${at}`, startTermYyyyst: '202592' }), version: row.version },
    }));
    const { done, statements } = await save((trx) => edit(trx, 'major', edits, confirm));
    expect(statements).toBe(3);
    expect(majorKeys(done)).toEqual(edits.map(({ key }) => key));
    expect(done.map(({ comments }) => comments)).toEqual(edits.map((_, at) => `No. ${at}`));
    expect(new Set(done.map(({ version }) => version))).toEqual(new Set([2]));
  });

  test('warns about similar items, but never about the item itself', async () => {
    const [one, other] = await schools([school(), school()]);
    const values = (row: StoredRow | undefined, title: unknown) =>
      school({ schoolCode: row?.schoolCode, title });
    const edits = [one, other].map((row) => ({
      key: String(row?.schoolCode),
      values: values(row, one?.title),
    }));
    await save((trx) => edit(trx, 'school', edits, confirm));
    expect(warnings).toEqual([`School ${one?.schoolCode} already has the title ${one?.title}.`]);
  });

  test('rejects all items if another user deleted or saved one of them, before writing anything', async () => {
    const [one, other] = await majors([major(), major()]);
    const key = (row: StoredRow | undefined) => row?.majorKey as number;
    const good = { key: key(one), values: { ...major(), version: 1 } };
    await expectNothingWritten(
      (trx) => edit(trx, 'major', [good, { key: 987_654, values: major() }], confirm),
      {
        status: 404,
        errors: [{ code: 'MAJOR_NOT_FOUND' }],
      },
    );
    await expectNothingWritten(
      (trx) => edit(trx, 'major', [good, { key: key(other), values: { ...major(), version: 2 } }], confirm),
      { status: 409, errors: [{ code: 'EDIT_CONFLICT', message: expect.stringContaining('registrar') }] },
    );
  });

  test('keeps a stored term that is no longer in the lookup, but rejects it elsewhere', async () => {
    const { done } = await save((trx) =>
      create(trx, 'degree', [degrees({ degreeStartTermYyyyst: '202592' }), degrees()], confirm),
    );
    await sql`delete from term where term_yyyyst = '202592'`.execute(catalog.db);
    const { degreeListAwarded: _awards, ...form } = aDegree();
    const values = degreeForm.schema.parse({
      ...form,
      degreeAwarded: 'BA',
      degreeStartTermYyyyst: '202592',
    });
    const [one, other] = done.map(({ degreeKey }) => ({ key: degreeKey as number, values }));
    if (!one || !other) throw new Error('Expected two degrees');
    expect((await save((trx) => edit(trx, 'degree', [one], confirm))).done).toHaveLength(1);
    await expectNothingWritten((trx) => edit(trx, 'degree', [one, other], confirm), { status: 422 });
    await sql`insert into term values ('202592', 'F25')`.execute(catalog.db);
  });
});

describe('relate', () => {
  const { schoolMajor } = relationshipKinds;

  test('creates and edits many together, and reports which were created', async () => {
    const [one] = await schools([school()]);
    const rows = await majors(many(() => major()));
    const keys = majorKeys(rows).map((to) => ({ from: String(one?.schoolCode), to }));
    const relating = keys.map((own) => ({ keys: own, values: span() }));
    const half = relating.slice(MANY / 2);
    const first = await save((trx) => relate(trx, schoolMajor, half, confirm));
    expect(first).toMatchObject({ statements: 3, done: { edited: [] } });
    expect(warnings).toEqual([]);

    const all = relating.map(({ keys: own }) => ({ keys: own, values: span({ endTerm: '203092' }) }));
    const { done, statements } = await save((trx) => relate(trx, schoolMajor, all, confirm));
    expect(statements).toBe(4);
    expect(majorKeys(done.created)).toEqual(keys.slice(0, MANY / 2).map(({ to }) => to));
    expect(majorKeys(done.edited)).toEqual(keys.slice(MANY / 2).map(({ to }) => to));
    expect(done.edited[0]).toMatchObject({ version: 2, endTerm: '203092' });
    expect(warnings).toHaveLength(MANY / 2);
    expect(warnings[0]).toBe(
      'This school is already related to this major. Saving replaces that relationship.',
    );
  });

  test('rejects all if another user deleted an item or saved a relationship', async () => {
    const [one] = await schools([school()]);
    const [other, third] = majorKeys(await majors([major(), major()]));
    const from = String(one?.schoolCode);
    const good = { keys: { from, to: other ?? 0 }, values: span() };
    const refused = (keys: { from: string; to: number }, values: Row, refusal: object) =>
      expectNothingWritten((trx) => relate(trx, schoolMajor, [good, { keys, values }], confirm), refusal);
    await refused({ from: '9Z', to: 987_654 }, span(), { errors: [{ code: 'SCHOOL_NOT_FOUND' }] });
    await refused({ from, to: 987_654 }, span(), { errors: [{ code: 'MAJOR_NOT_FOUND' }] });
    await refused(
      { from, to: third ?? 0 },
      { ...span(), version: 1 },
      { errors: [{ code: 'EDIT_CONFLICT' }] },
    );
    await refused({ from, to: third ?? 0 }, span({ startTerm: '190003' }), {
      status: 422,
      errors: [{ code: 'RELATIONSHIP_START_TERM_UNKNOWN_VALUE' }],
    });
  });

  test('relates an item to another of the same kind, and removes the relationship', async () => {
    // The table as a migration would create it, without its triggers.
    await sql
      .raw(`create table successor (
        from_major_key integer references major, to_major_key integer references major,
        start_term text, end_term text, active boolean,
        version integer not null default 7, last_modified timestamptz(3) default now(), last_modified_by text
      )`)
      .execute(catalog.db);
    await sql
      .raw(`create view derived.successor_answer as select from_major_key as "fromMajorKey", to_major_key as "toMajorKey",
        start_term as "startTerm", end_term as "endTerm", active, version, last_modified as "lastModified",
        last_modified_by as "lastModifiedBy" from successor`)
      .execute(catalog.db);
    const successor: RelationshipKind = {
      name: 'successor',
      from: 'major',
      to: 'major',
      form: relationshipForm,
    };
    const [from = 0, to = 0] = majorKeys(await majors([major(), major()]));
    const keys = { from, to };
    const { done } = await save((trx) => relate(trx, successor, [{ keys, values: span() }], confirm));
    expect(done.created).toMatchObject([{ fromMajorKey: from, toMajorKey: to, startTerm: '202592' }]);
    expect(JSON.parse(done.created[0]?.json ?? '')).toMatchObject({ startTerm: '202592', version: 7 });
    await expectNothingWritten((trx) => unrelate(trx, successor, [{ from: to, to: from }]), { status: 404 });
    expect((await save((trx) => unrelate(trx, successor, [keys]))).done).toHaveLength(1);
  });
});

describe('unrelate', () => {
  test('removes many relationships in one statement', async () => {
    const [one] = await schools([school()]);
    const keys = majorKeys(await majors(many(() => major()))).map((to) => ({
      from: String(one?.schoolCode),
      to,
    }));
    const { schoolMajor } = relationshipKinds;
    await save((trx) =>
      relate(
        trx,
        schoolMajor,
        keys.map((own) => ({ keys: own, values: span() })),
        confirm,
      ),
    );
    const { done, statements } = await save((trx) => unrelate(trx, schoolMajor, keys));
    expect(statements).toBe(1);
    expect(new Set(majorKeys(done))).toEqual(new Set(keys.map(({ to }) => to)));
    await expect(save((trx) => unrelate(trx, schoolMajor, keys.slice(0, 1)))).rejects.toMatchObject({
      status: 404,
      errors: [{ code: 'RELATIONSHIP_NOT_FOUND' }],
    });
  });
});

describe('remove', () => {
  test('deletes many items with all their relationships, and counts these for each item', async () => {
    const [one, other] = await schools([school(), school()]);
    const keys = majorKeys(await majors(many(() => major())));
    const { schoolMajor } = relationshipKinds;
    const related = [one, one, other].map((row, at) => ({
      keys: { from: String(row?.schoolCode), to: keys[at === 2 ? 0 : at] ?? 0 },
      values: span(),
    }));
    await save((trx) => relate(trx, schoolMajor, related, confirm));
    const { done, statements } = await save((trx) => remove(trx, 'major', keys, confirm));
    expect(statements).toBe(3);
    expect(done).toHaveLength(MANY);
    expect(warnings.toSorted()).toEqual([
      'This major is related to 1 school. Deleting it deletes these relationships too.',
      'This major is related to 2 schools. Deleting it deletes these relationships too.',
    ]);
    const left = await catalog.db
      .selectFrom('schoolMajor')
      .selectAll()
      .where('schoolCode', 'in', [String(one?.schoolCode), String(other?.schoolCode)])
      .execute();
    expect(left).toEqual([]);
  });

  test('rejects all items if one was deleted, before writing anything', async () => {
    const [key = 0] = majorKeys(await majors([major()]));
    await expectNothingWritten((trx) => remove(trx, 'major', [key, 987_654], confirm), {
      status: 404,
      errors: [{ code: 'MAJOR_NOT_FOUND' }],
    });
  });
});

describe('a major with its degrees', () => {
  test('lists the warnings of the major first, and uses one statement for each table and check', async () => {
    const [one] = await schools([school()]);
    const form = majorDegreeForm.schema.parse({
      ...aMajorDegree({ degree: aDegree({ degreeListAwarded: ['BA', 'MS'] }) }),
      majorSchools: [one?.schoolCode],
      degreeSchools: [one?.schoolCode],
    });
    const first = await save((trx) => createMajorDegree(trx, form, confirm));
    expect(first.statements).toBe(8);
    expect(warnings).toEqual([]);
    const again = await save((trx) => createMajorDegree(trx, form, confirm));
    expect(warnings).toEqual([
      expect.stringMatching(/^Major code /),
      expect.stringMatching(/ is already BA /),
      expect.stringMatching(/ is already MS /),
    ]);
    expect(again.done).not.toBe(first.done);
  });
});

test('a command whose warnings are not confirmed has written nothing', async () => {
  const there = school();
  const [one] = await schools([there]);
  const [made] = await majors([major()]);
  const keys = { from: String(one?.schoolCode), to: made?.majorKey as number };
  const { schoolMajor } = relationshipKinds;
  const values = span();
  await save((trx) => relate(trx, schoolMajor, [{ keys, values }], refuse));

  const similar = school({ title: there.title });
  const [other] = await schools([school()]);
  const edited = { key: String(other?.schoolCode), values: school({ title: there.title }) };
  const form = majorDegreeForm.schema.parse(aMajorDegree());
  await save((trx) => createMajorDegree(trx, form, refuse));
  const commands: Parameters<typeof save>[0][] = [
    (trx) => create(trx, 'school', [similar], refuse),
    (trx) => edit(trx, 'school', [edited], refuse),
    (trx) => remove(trx, 'major', [keys.to], refuse),
    (trx) => relate(trx, schoolMajor, [{ keys, values }], refuse),
    (trx) => createMajorDegree(trx, form, refuse),
  ];
  for (const command of commands)
    await expectNothingWritten(command, { message: expect.stringMatching(/^Unconfirmed: [12]$/) });
});

test('a question uses up no key', async () => {
  const given = department();
  const [first] = (await save((trx) => create(trx, 'department', [given], refuse))).done;
  await expect(save((trx) => create(trx, 'department', [given], refuse))).rejects.toThrow('Unconfirmed: 1');
  const [next] = (await save((trx) => create(trx, 'department', [department()], refuse))).done;
  expect(next?.deptKey).toBe((first?.deptKey as number) + 1);
});
