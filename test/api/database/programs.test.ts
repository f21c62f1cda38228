import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ProgramGroup } from '../../../contract/programs.ts';
import { programGroupsJson } from '../../../server/api/programs/programGroups.ts';
import type { Database } from '../../../server/db/database.ts';
import { testDatabase } from '../../support/database.ts';
import { expectedPrograms } from '../../support/programsOracle.ts';

// Compares the programs of a term (contract 12) with the CSV files of the sample.

let database: Database;
beforeAll(async () => {
  database = await testDatabase({ sample: true });
});
afterAll(() => database.close());

const programs = async (asOf: string, since?: string) =>
  JSON.parse(await programGroupsJson(database.db, asOf, since)) as ProgramGroup[];

test.for(['198892', '200592', '201503', '202192', '202692'])(
  'The programs in effect in %s are grouped by CIP code and credential level.',
  async (term) => {
    const groups = await programs(term);
    expect(groups.length).toBeGreaterThan(20);
    expect(groups).toEqual(expectedPrograms(term));
  },
);

test.for([
  ['198892', '200592'],
  ['201592', '202592'],
  ['202592', '202692'],
  ['202592', '201592'],
  ['202592', '202592'],
] as const)('From %s to %s, groups are new, changed, or ended without programs.', async ([since, asOf]) => {
  expect(await programs(asOf, since)).toEqual(expectedPrograms(asOf, since));
});

test('The sample has each change of a group, and a term before all programs has no group.', async () => {
  const changes = (await programs('202592', '201592')).map(({ change }) => change);
  expect(new Set(changes)).toEqual(new Set(['new', 'ended', 'changed', null]));
  expect(await programs('190092')).toEqual([]);
});
