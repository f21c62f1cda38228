import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { relationshipKinds, relationshipPathOf } from '../../../contract/relationships.ts';
import { type TestApp, testApp } from '../../support/app.ts';
import { aMajor, aRelationship } from '../../support/factories.ts';
import { createItem, pathOf } from '../../support/kinds.ts';
import { record } from '../../support/sentStatements.ts';

let mdd: TestApp;
beforeAll(async () => {
  mdd = await testApp();
});
afterAll(() => mdd.close());

const { majorDepartment } = relationshipKinds;
const registrar = () => mdd.as('registrar');

/** What a save sends to the database: the first word of each statement, and the tables that it names. */
async function sent(act: () => Promise<{ status: number }>): Promise<string[]> {
  await act();
  // The second time, all statements are prepared.
  const { response, statements } = await record(act);
  expect([200, 201]).toContain(response.status);
  return statements.map(({ sql }) => describeStatement(sql.trim()));
}

const purposes: readonly [RegExp, string][] = [
  [/^select who/, 'caller and counters'],
  [/^begin; .*pg_advisory_xact_lock/s, 'begin, lock and actor'],
  [/^select i\.\*, 0 as nth .* union all /s, 'stored and similar items'],
  [/^with .* as \(\s*(update|insert) .* row_to_json/s, 'write and response'],
  [/^select 'term '/, 'terms'],
  [/^with g as /, 'similar items'],
  [/^select exists /, 'stored relationship'],
  [/^commit$/, 'commit'],
];
const describeStatement = (sql: string) => purposes.find(([of]) => of.test(sql))?.[1] ?? sql;

describe('A save asks in as few round trips as its rules allow', () => {
  test('an edit: 5', async () => {
    const item = await createItem(registrar(), 'department');
    let round = 0;
    const edit = () =>
      registrar().put(`${pathOf('department', item)}?overrideWarnings=true`, {
        ...item,
        version: undefined,
        comments: `Round ${(round += 1)}`,
      });
    expect(await sent(edit)).toEqual([
      'caller and counters',
      'begin, lock and actor',
      'stored and similar items',
      'write and response',
      'commit',
    ]);
  });

  test('a creation: 6, because its terms must exist', async () => {
    const create = () => registrar().post('/majors', aMajor({ startTermYyyyst: '202592' }));
    expect(await sent(create)).toEqual([
      'caller and counters',
      'begin, lock and actor',
      'terms',
      'similar items',
      'write and response',
      'commit',
    ]);
  });

  test('a relationship, edited: 5', async () => {
    const department = await createItem(registrar(), 'department');
    const major = await createItem(registrar(), 'major');
    const relate = () =>
      registrar().post(
        `${relationshipPathOf(majorDepartment, { from: String(major.majorKey), to: String(department.deptKey) })}?overrideWarnings=true`,
        aRelationship(),
      );
    expect(await sent(relate)).toEqual([
      'caller and counters',
      'begin, lock and actor',
      'stored relationship',
      'write and response',
      'commit',
    ]);
  });
});
