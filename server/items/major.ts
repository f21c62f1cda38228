import { detailOf } from '../../contract/details.ts';
import { type MajorForm, major, majorForm } from '../../contract/major.ts';
import { itemJson } from '../answers.ts';
import type { Db } from '../db/tables.ts';
import { type ItemCalls, readNumber } from './item.ts';

export const majorCalls: ItemCalls<typeof majorForm, typeof majorForm> = {
  kind: 'major',
  createForm: majorForm,
  editForm: majorForm,
  answer: major,
  detail: detailOf('major'),
  created: major,
  listAccess: 'signed-in',
  readKey: readNumber,

  async create(db, values) {
    return (await itemJson(db, 'major', await insertMajor(db, values))) ?? '';
  },

  createWarnings: (db, values) => warnings(db, values, null),
  editWarnings: (db, values, key) => warnings(db, values, Number(key)),
};

/** Answers the key of the new major. */
export async function insertMajor(db: Db, { version: _version, ...values }: MajorForm): Promise<number> {
  const { majorKey } = await db
    .insertInto('major')
    .values(values)
    .returning('majorKey')
    .executeTakeFirstOrThrow();
  return majorKey;
}

async function warnings(
  db: Db,
  { majorCode, majorSegment }: MajorForm,
  key: number | null,
): Promise<string[]> {
  const same = await db
    .selectFrom('major')
    .select(['majorKey', 'title20'])
    .where('majorCode', '=', majorCode)
    .where('majorSegment', '=', majorSegment)
    .$if(key !== null, (query) => query.where('majorKey', '!=', key))
    .orderBy('majorKey')
    .execute();
  return same.map(
    (other) => `Major code ${majorCode} of segment ${majorSegment} already exists: ${other.title20}.`,
  );
}
