import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { connect } from '../../../../server/db/connect.ts';
import { connectionSettings } from '../../../../server/db/connectionSettings.ts';
import type { Database } from '../../../../server/db/database.ts';
import { type TestApp, testApp } from '../../../support/app.ts';
import { addressOf, createFrom, drop, run } from '../../../support/cluster.ts';
import type { Templates } from '../../../support/templates.ts';

// A database or a role may have its own settings. Each connection sets those that affect responses.

const { cluster, sample } = inject('templates') as Extract<Templates, { cluster: string }>;
const name = `test_settings_${process.pid}`;
const url = addressOf(cluster, name);
const opened: { close(): Promise<void> }[] = [];

const reads = [
  '/schools',
  '/departments',
  '/degrees',
  '/majors',
  '/terms',
  '/award-types',
  '/changes',
  '/days',
];

async function start(address = url): Promise<Database> {
  const database = await connect({ kind: 'postgres', url: address, poolSize: 2 });
  opened.push(database);
  return database;
}

/** The responses of the lists, the changes and the report. */
async function responses(): Promise<unknown> {
  const mdd: TestApp = await testApp({ beside: { database: await start() } });
  opened.push(mdd);
  const client = mdd.as('admin');
  const all: unknown[] = [];
  for (const read of reads) {
    const { status, body } = await client.get(read);
    all.push(status, body);
  }
  const { status, body } = await client.post('/reports', { asOfTerm: '202592' });
  return [...all, status, body];
}

const closeAll = async () => {
  for (const one of opened.splice(0).toReversed()) await one.close();
};

let right: unknown;
beforeAll(async () => {
  await createFrom(cluster, sample, name);
  right = await responses();
  await closeAll();
});
afterEach(closeAll);
afterAll(() => drop(cluster, [name]));

/** Runs the work while the database has the setting. */
async function having<T>(setting: string, value: string, work: () => Promise<T>): Promise<T> {
  await run(cluster, `alter database "${name}" set ${setting} = ${value}`);
  try {
    return await work();
  } finally {
    await closeAll();
    await run(cluster, `alter database "${name}" reset ${setting}`);
  }
}

/** Each setting with a value that would change a response. */
const wrong: Readonly<Record<string, string>> = {
  TimeZone: "'Pacific/Kiritimati'",
  DateStyle: "'SQL, DMY'",
  IntervalStyle: "'sql_standard'",
  search_path: 'pg_catalog',
  bytea_output: "'escape'",
  extra_float_digits: '-15',
  array_nulls: 'off',
  transform_null_equals: 'on',
  standard_conforming_strings: 'off',
  quote_all_identifiers: 'on',
  lc_numeric: "'C.UTF-8'",
  lc_monetary: "'C.UTF-8'",
  lc_time: "'C.UTF-8'",
  default_transaction_isolation: "'serializable'",
  synchronous_commit: 'off',
  session_replication_role: "'replica'",
};

test('every setting that can change a response is tested', () => {
  expect(Object.keys(wrong)).toEqual(Object.keys(connectionSettings));
});

const isSet = (setting: string) => connectionSettings[setting]?.value !== undefined;

test.for(Object.entries(wrong).filter(([setting]) => isSet(setting)))(
  'a database with %s = %s gives the same results',
  async ([setting, value]) => {
    expect(await having(setting, value, responses)).toEqual(right);
  },
);

describe('The start fails, and names the setting,', () => {
  test.for(Object.entries(wrong).filter(([setting]) => !isSet(setting)))(
    'where we do not set it: %s = %s',
    async ([setting, value]) => {
      await expect(having(setting, value, () => start())).rejects.toThrow(
        `${setting} is ${value.replaceAll("'", '')} for this role or database: set it with ALTER ROLE … SET ${setting} = `,
      );
    },
  );

  // `options` in the URL replace ours, like a connection pooler that ignores them.
  test.for(Object.entries(wrong).filter(([setting]) => !setting.startsWith('lc_')))(
    'where ours does not arrive: %s = %s',
    async ([setting, value]) => {
      const withOwn = `${url}?options=${encodeURIComponent('-c jit=off')}`;
      await expect(having(setting, value, () => start(withOwn))).rejects.toThrow(
        `for this role or database: set it with ALTER ROLE … SET ${setting} = `,
      );
    },
  );
});
