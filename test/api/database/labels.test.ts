import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ItemKind, itemKinds, labelOfItem } from '../../../contract/kinds.ts';
import type { Database } from '../../../server/db/database.ts';
import { labelSql } from '../../../server/db/derived/recording.ts';
import { testDatabase } from '../../support/database.ts';

let database: Database;
beforeAll(async () => {
  database = await testDatabase({ sample: true });
});
afterAll(() => database.close());

test.for(Object.keys(itemKinds) as ItemKind[])(
  'SQL and TypeScript make the same label of each %s',
  async (kind) => {
    const { rows } = await sql<Record<string, unknown> & { sqlLabel: string }>`
      select i.*, ${sql.raw(labelSql(kind, 'i'))} as sql_label from ${sql.table(kind)} i`.execute(
      database.db,
    );
    expect(rows.length).toBeGreaterThan(10);
    expect(rows.map(({ sqlLabel }) => sqlLabel)).toEqual(rows.map((row) => labelOfItem(kind, row)));
  },
);
