import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { degreeCreateForm, degreeForm } from '../../../contract/degree.ts';
import { departmentForm } from '../../../contract/department.ts';
import { type Form, factsOfForm } from '../../../contract/form.ts';
import type { ItemKind } from '../../../contract/kinds.ts';
import { awardTypeForm, termForm } from '../../../contract/lookupForms.ts';
import { type LookupKind, lookupKinds } from '../../../contract/lookups.ts';
import { majorForm } from '../../../contract/major.ts';
import { allRelationshipKinds, programForm, type RelationshipKind } from '../../../contract/relationships.ts';
import type { FormRule } from '../../../contract/rules.ts';
import { schoolForm } from '../../../contract/school.ts';
import { type TestApp, testApp } from '../../support/app.ts';
import type { Response_ } from '../../support/client.ts';
import {
  aDegree,
  aDepartment,
  aMajor,
  aMajorDegree,
  anAwardType,
  aProgram,
  aRelationship,
  aSchool,
  aTerm,
} from '../../support/factories.ts';
import { fitting } from '../../support/fitting.ts';
import { badValues, goodValues } from '../../support/formValues.ts';
import { createItem, kinds, pathOf, pathOfRelationship } from '../../support/kinds.ts';
import { ruleExamples } from '../../support/ruleExamples.ts';

// Every form of the API, field by field, driven by the form's own facts: a value at a limit is accepted, a value just
// beyond is rejected with the right code, field and message.

type Body = Record<string, unknown>;

interface Sent {
  name: string;
  form: Form;
  legal: () => Body;
  send: (body: unknown) => Promise<Response_<unknown>>;
  /** The fields as stored, found from the response. */
  stored: (response: Response_<unknown>) => Body | Promise<Body>;
  /** The path of the form within the body: `major.`. */
  prefix?: string;
  /** The key field, which an edit cannot change. */
  key?: string;
}

let mdd: TestApp;
const edited = {} as Record<ItemKind, Body>;
beforeAll(async () => {
  mdd = await testApp();
  for (const kind of Object.keys(kinds) as ItemKind[]) edited[kind] = await createItem(registrar(), kind);
});
afterAll(() => mdd.close());

const registrar = () => mdd.as('registrar');
const post = (path: string) => (body: unknown) => registrar().post(`${path}?overrideWarnings=true`, body);
const first = ({ body }: Response_<unknown>) => [body].flat()[0] as Body;

const create = (kind: ItemKind, form: Form): Sent => ({
  name: `a new ${kind}`,
  form,
  legal: kinds[kind].form,
  send: post(`/${kinds[kind].collection}`),
  stored: first,
});

const edit = (kind: ItemKind, form: Form, legal: () => Body): Sent => ({
  name: `an edited ${kind}`,
  form,
  legal,
  send: (body) => registrar().put(`${pathOf(kind, edited[kind])}?overrideWarnings=true`, body),
  stored: first,
  key: kinds[kind].key,
});

const relate = (kind: RelationshipKind): Sent => ({
  name: `a relationship of ${kind.from} and ${kind.to}`,
  form: kind.form,
  legal: kind.form === programForm ? aProgram : aRelationship,
  send: (body) => post(pathOfRelationship(kind, edited[kind.from], edited[kind.to]))(body),
  stored: first,
});

const createLookup = (kind: LookupKind, form: Form, legal: () => Body): Sent => ({
  name: `a new ${lookupKinds[kind].noun}`,
  form,
  legal,
  send: async (body) => {
    const response = await registrar().post(`/${lookupKinds[kind].collection}`, body);
    // The next value may have the same key or label.
    if (response.status === 201) await registrar().delete(pathOfLookup(kind, first(response)));
    return response;
  },
  stored: first,
});

const editLookup = (kind: LookupKind, form: Form, legal: () => Body): Sent => ({
  name: `an edited ${lookupKinds[kind].noun}`,
  form,
  legal,
  send: (body) => registrar().put(pathOfLookup(kind, legal()), body),
  stored: first,
  key: lookupKinds[kind].key,
});

const pathOfLookup = (kind: LookupKind, row: Body) =>
  `/${lookupKinds[kind].collection}/${encodeURIComponent(String(row[lookupKinds[kind].key]))}`;

/** A part of a major-degree. The stored fields are read from the new major. */
const part = (name: 'major' | 'degree' | 'majorDegree', form: Form, legal: () => Body): Sent => ({
  name: `the ${name} of a new major-degree`,
  form,
  legal,
  send: (body) => post('/major-degrees')(aMajorDegree({ [name]: body })),
  stored: async (response) => {
    const { body } = await registrar().get<{ major: Body; degrees: [Body & { item: Body }] }>(
      pathOf('major', first(response)),
    );
    const { major, degrees } = body;
    return { major, degree: degrees[0].item, majorDegree: degrees[0] }[name];
  },
  prefix: `${name}.`,
});

const { degreeListAwarded: _several, ...oneDegree } = aDegree();
const forms: Sent[] = [
  create('school', schoolForm),
  create('department', departmentForm),
  create('degree', degreeCreateForm),
  create('major', majorForm),
  createLookup('term', termForm, () => aTerm()),
  createLookup('awardType', awardTypeForm, () => anAwardType()),
  editLookup('term', termForm, () => ({ termYyyyst: '203092', termLetterYear: 'F30' })),
  editLookup('awardType', awardTypeForm, () => anAwardType({ degreeShort: 'BA' })),
  edit('school', schoolForm, () => ({ ...aSchool(), schoolCode: edited.school.schoolCode })),
  edit('department', departmentForm, aDepartment),
  edit('degree', degreeForm, () => ({ ...oneDegree, degreeAwarded: 'BA' })),
  edit('major', majorForm, aMajor),
  ...allRelationshipKinds.map(relate),
  part('major', majorForm, aMajor),
  part('degree', degreeCreateForm, aDegree),
  part('majorDegree', programForm, aProgram),
];

describe.for(forms)('$name', ({ form, legal, send, stored, prefix = '', key }) => {
  const { entity } = form;
  // The version and the list of awards have their own tests, of edits and of degrees.
  const fields = Object.entries(factsOfForm(form)).filter(
    ([name, { list }]) => name !== 'version' && name !== key && !list,
  );

  test.for(fields)('accepts values of %s up to its limits', async ([name, facts]) => {
    const ownForm = legal();
    for (const [given, expected] of goodValues(facts, ownForm[name])) {
      const response = await send(fitting(form, legal(), { [name]: given }));
      expect(response, shown(given)).toMatchObject({ status: expect.toBeOneOf([200, 201]) });
      expect(await stored(response), shown(given)).toMatchObject({ [name]: expected });
      if (facts.upperCase && entity === 'SCHOOL' && !key)
        await registrar().delete(`/schools/${String(expected)}`);
    }
  });

  test.for(fields)('rejects values of %s beyond its limits', async ([name, facts]) => {
    for (const [given, ...broken] of badValues(facts)) {
      const response = await send(fitting(form, legal(), { [name]: given }));
      const errors = broken.map(([rule, message]) => ({
        code: codeOf(entity, name, rule),
        field: prefix + name,
        message,
      }));
      expect(response, shown(given)).toMatchObject({ status: 422, body: { errors } });
      expect((response.body as { errors: unknown[] }).errors, shown(given)).toHaveLength(broken.length);
    }
  });

  test('accepts a form with only the required fields', async () => {
    const required = fields.filter(([, facts]) => facts.required).map(([name]) => name);
    const given = legal();
    expect(Object.keys(given)).toEqual(expect.arrayContaining(required));
    expect((await send(given)).status).toBeOneOf([200, 201]);
  });

  test('returns all errors of a form at once', async () => {
    const wrong = Object.fromEntries(fields.map(([name, facts]) => [name, badValues(facts)[0]?.[0]]));
    const response = await send({ ...legal(), ...wrong, more: 1 });
    const expected = fields.map(([name, facts]) => [
      prefix + name,
      codeOf(entity, name, badValues(facts)[0]?.[1]?.[0] ?? ''),
    ]);
    expect(response.status).toBe(422);
    expect(fieldsAndCodes(response)).toEqual(
      expect.arrayContaining([...expected, [`${prefix}more`, `${entity}_MORE_UNKNOWN_FIELD`]]),
    );
    expect(fieldsAndCodes(response)).toHaveLength(expected.length + 1);
  });

  test('returns unknown terms and awards with the other errors', async () => {
    const unknown = fields.filter(([, { lookup }]) => lookup).map(([name]) => name);
    const wrong = Object.fromEntries(unknown.map((name) => [name, '209993']));
    const response = await send({ ...legal(), ...wrong, more: 1 });
    expect(response.status).toBe(422);
    expect(fieldsAndCodes(response)).toEqual([
      [`${prefix}more`, `${entity}_MORE_UNKNOWN_FIELD`],
      ...unknown.map((name) => [prefix + name, codeOf(entity, name, 'UNKNOWN_VALUE')]),
    ]);
  });

  test.for(['more', 'TITLE', 'constructor', 'toString', ' ', 'a.b'])(
    'rejects the unknown field %j by name',
    async (name) => {
      const response = await send({ ...legal(), [name]: 'x' });
      expect(response).toMatchObject({
        status: 422,
        body: { errors: [{ field: prefix + name, message: `${name} is not a field that can be sent here` }] },
      });
    },
  );

  test('names the first twenty of thousands of unknown fields, in a response smaller than the request', async () => {
    const unknown = Object.fromEntries(Array.from({ length: 3000 }, (_, at) => [`unknown${at}`, 1]));
    const response = await send({ ...legal(), ...unknown });
    expect(response.status).toBe(422);
    const { errors } = response.body as { errors: { field: string }[] };
    expect(errors.map(({ field }) => field)).toEqual(
      Array.from({ length: 20 }, (_, at) => `${prefix}unknown${at}`),
    );
  });

  test('ignores fields that only the server sets', async () => {
    const nonsense = Object.fromEntries(form.readOnly.map((name) => [name, 'nonsense']));
    expect(Object.keys(nonsense)).toContainEqual(expect.stringMatching(/^(lastModified|isUsed)$/));
    const response = await send({ ...legal(), ...nonsense });
    expect(response.status).toBeOneOf([200, 201]);
    expect(Object.values(await stored(response))).not.toContain('nonsense');
  });

  test.for([
    ['1', 'BAD_TYPE', 'Version must be a number'],
    [true, 'BAD_TYPE', 'Version must be a number'],
    [[1], 'BAD_TYPE', 'Version must be a number'],
    [{}, 'BAD_TYPE', 'Version must be a number'],
    [1.5, 'BAD_FORMAT', 'Version must be a whole number'],
    // No item ever has these.
    [0, 'OUT_OF_RANGE', 'Version must be between 1 and 2147483647'],
    [-1, 'OUT_OF_RANGE', 'Version must be between 1 and 2147483647'],
    [2 ** 53, 'OUT_OF_RANGE', 'Version must be between 1 and 2147483647'],
  ] as const)('rejects the version %j', async ([version, rule, message]) => {
    const response = await send({ ...legal(), version });
    expect(response.status).toBe(422);
    expect(response.body).toEqual({
      errors: [{ code: `${entity}_VERSION_${rule}`, field: `${prefix}version`, message }],
    });
  });

  test.for([[[]], ['"text"'], [5], [true]])('rejects %j in place of an object', async ([body]) => {
    expect(await send(body)).toMatchObject({
      status: 422,
      body: { errors: [{ message: `${prefix.slice(0, -1) || 'The body'} must be a JSON object` }] },
    });
  });

  const labels = factsOfForm(form);
  const labelOf = (name: string) => labels[name]?.label ?? '';
  const rules = form.rules.map((rule): [string, FormRule] => [
    `${rule.fields.join(', ')} ${rule.code}`,
    rule,
  ]);
  test.for(rules)('rejects what breaks the rule %s, and nothing else', async ([, rule]) => {
    const { kept, broken } = ruleExamples(form, rule);
    const last = rule.fields.at(-1) ?? '';
    for (const row of broken)
      expect(await send({ ...legal(), ...row }), shown(row)).toMatchObject({
        status: 422,
        body: {
          errors: [
            {
              code: codeOf(entity, last, rule.code),
              field: prefix + last,
              message: rule.message(labelOf, row),
            },
          ],
        },
      });
    for (const row of kept)
      expect((await send({ ...legal(), ...row })).status, shown(row)).toBeOneOf([200, 201]);
  });
});

test.for([
  [
    'school',
    { title8: 'Nine char' },
    'SCHOOL_TITLE8_TOO_LONG',
    'title8',
    'Title 8 must be at most 8 characters',
  ],
  ['school', { schoolCode: '' }, 'SCHOOL_CODE_REQUIRED', 'schoolCode', 'School Code is required'],
  [
    'school',
    { schoolCode: 'ABC' },
    'SCHOOL_CODE_WRONG_LENGTH',
    'schoolCode',
    'School Code must be exactly 2 characters',
  ],
  [
    'school',
    { yearStart: 1964 },
    'SCHOOL_YEAR_START_OUT_OF_RANGE',
    'yearStart',
    'Year Start must be between 1965 and 2100',
  ],
  ['department', { title7: null }, 'DEPARTMENT_TITLE7_REQUIRED', 'title7', 'Title 7 is required'],
  ['degree', { degreeTitleRc: '' }, 'DEGREE_TITLE_RC_REQUIRED', 'degreeTitleRc', 'Title is required'],
  [
    'major',
    { cipCode: '1.2' },
    'MAJOR_CIP_CODE_BAD_FORMAT',
    'cipCode',
    'CIP Code must be a 6-digit (##.####) CIP code',
  ],
  [
    'major',
    { majorSegment: 'X' },
    'MAJOR_SEGMENT_UNKNOWN_VALUE',
    'majorSegment',
    'Segment must be one of U, G, M',
  ],
] as const)('a %s of %j is rejected as %s', async ([kind, values, code, field, message]) => {
  const response = await registrar().post(`/${kinds[kind].collection}`, kinds[kind].form(values));
  expect(response).toMatchObject({ status: 422, body: { errors: [{ code, field, message }] } });
});

/** Error codes as defined in contract 2. */
function codeOf(entity: string, field: string, rule: string): string {
  const name = field.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
  return name.startsWith(`${entity}_`) ? `${name}_${rule}` : `${entity}_${name}_${rule}`;
}

const shown = (value: unknown) => JSON.stringify(value) ?? 'nothing';

const fieldsAndCodes = ({ body }: Response_<unknown>) =>
  (body as { errors: { field: string; code: string }[] }).errors.map(({ field, code }) => [field, code]);
