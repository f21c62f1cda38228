import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CipCode, ProgramGroup } from '../../contract/programs.ts';
import { runningTerm } from '../../contract/runningTerm.ts';
import { type TestApp, testApp } from '../support/app.ts';
import { aProgram } from '../support/factories.ts';
import { createItem } from '../support/kinds.ts';
import { expectedPrograms, sampleCipCodes } from '../support/programsOracle.ts';

// Compares the programs of a term (contract 12) with the CSV files of the sample.

let mdd: TestApp;
beforeAll(async () => {
  mdd = await testApp({ sample: true });
});
afterAll(() => mdd.close());

const ask = (query = '') => mdd.as('viewer').get<ProgramGroup[]>(`/programs${query}`);

describe('GET /programs', () => {
  test('groups the programs in effect in a term, and compares them with an earlier term', async () => {
    const { status, body } = await ask('?asOf=202592&since=201592');
    expect(status).toBe(200);
    expect(body).toEqual(expectedPrograms('202592', '201592'));
    expect((await ask('?asOf=202592')).body).toEqual(expectedPrograms('202592'));
  });

  test('is of the running term by default', async () => {
    const { body } = await ask();
    expect(body).toEqual(expectedPrograms(runningTerm(new Date(), mdd.config.timeZone)));
  });

  test('shows a save immediately, and has null where a code or a level is missing or unknown', async () => {
    const registrar = mdd.as('registrar');
    await ask('?asOf=202592&since=202492');
    const add = async (values: object, level: string | null) => {
      const { majorKey } = await createItem(registrar, 'major', { startTermYyyyst: '202592', ...values });
      const { degreeKey } = await createItem(registrar, 'degree', {
        degreeListAwarded: ['PhD'],
        degreeStartTermYyyyst: null,
        programCredLevel: level,
      });
      const path = `/relationships/major/${majorKey}/degree/${degreeKey}`;
      const program = { startTerm: '202403', programLengthYrs: 4.25, specProgIndctr: 'N', selfSuppPgm: true };
      expect(await registrar.post(path, aProgram(program))).toMatchObject({ status: 201 });
      return { majorKey, degreeKey };
    };
    const unknown = await add({ cipCode: '99.9998' }, '08');
    const empty = await add({ cipCode: null }, null);
    const { body } = await ask('?asOf=202592&since=202492');
    expect(body.find(({ cipCode }) => cipCode === '99.9998')).toMatchObject({
      cipTitle: null,
      programCredLevel: '08',
      awards: ['PhD'],
      programs: [{ ...unknown, programLengthYrs: 4.25, specProgIndctr: 'N', selfSuppPgm: true }],
      change: 'new',
    });
    const last = body.at(-1);
    expect(last).toMatchObject({ cipCode: null, cipTitle: null, programCredLevel: null });
    expect(last?.programs).toContainEqual(expect.objectContaining(empty));
  });

  test.for([
    ['?asOf=190092', 422, ['PROGRAMS_AS_OF_UNKNOWN_VALUE']],
    ['?asOf=F25&since=now', 422, ['PROGRAMS_AS_OF_UNKNOWN_VALUE', 'PROGRAMS_SINCE_UNKNOWN_VALUE']],
    ['?since=190092', 422, ['PROGRAMS_SINCE_UNKNOWN_VALUE']],
    ['?asOf=', 400, ['BAD_QUERY']],
    ['?since=', 400, ['BAD_QUERY']],
    ['?asOf=202592&asOf=202592', 400, ['BAD_QUERY']],
    ['?from=202592', 400, ['BAD_QUERY']],
  ] as const)('%s is rejected with %i', async ([query, status, codes]) => {
    const response = await mdd.as('viewer').get<{ errors: { code: string }[] }>(`/programs${query}`);
    expect(response.status).toBe(status);
    expect(response.body.errors.map(({ code }) => code)).toEqual(codes);
  });
});

test('GET /lookups/cip lists the codes of CIP 2020 with their titles, by code', async () => {
  const { status, body } = await mdd.as('viewer').get<CipCode[]>('/lookups/cip');
  expect(status).toBe(200);
  expect(body).toEqual(sampleCipCodes.toSorted((a, b) => (a.code < b.code ? -1 : 1)));
  expect(body).toContainEqual({ code: '11.0701', title: 'Computer Science' });
});
