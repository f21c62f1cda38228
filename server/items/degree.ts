import * as z from 'zod/mini';
import type { DegreeCreateForm } from '../../contract/degree.ts';
import { degree, degreeCreateForm, degreeForm } from '../../contract/degree.ts';
import { detailOf } from '../../contract/details.ts';
import { itemJson } from '../answers.ts';
import type { Db } from '../db/tables.ts';
import { type ItemCalls, readNumber } from './item.ts';

export const degreeCalls: ItemCalls<typeof degreeCreateForm, typeof degreeForm> = {
  kind: 'degree',
  createForm: degreeCreateForm,
  editForm: degreeForm,
  answer: degree,
  detail: detailOf('degree'),
  created: z.array(degree),
  listAccess: 'manage:data',
  readKey: readNumber,

  async create(db, values) {
    const keys = await insertDegrees(db, values);
    const texts = [];
    for (const key of keys) texts.push((await itemJson(db, 'degree', key)) ?? '');
    return `[${texts.join(',')}]`;
  },

  createWarnings: (db, { degreeListAwarded, degreeTitleRc }) =>
    warnings(db, degreeListAwarded, degreeTitleRc, null),
  editWarnings: (db, { degreeAwarded, degreeTitleRc }, key) =>
    warnings(db, [degreeAwarded], degreeTitleRc, Number(key)),
};

/** One degree for each award, in the order of the awards; answers their keys. */
export async function insertDegrees(
  db: Db,
  { degreeListAwarded, version: _version, ...values }: DegreeCreateForm,
): Promise<number[]> {
  const rows = await db
    .insertInto('degree')
    .values(degreeListAwarded.map((degreeAwarded) => ({ ...values, degreeAwarded })))
    .returning('degreeKey')
    .execute();
  return rows.map(({ degreeKey }) => degreeKey);
}

async function warnings(
  db: Db,
  awards: readonly string[],
  title: string,
  key: number | null,
): Promise<string[]> {
  const same = await db
    .selectFrom('degree')
    .select(['degreeKey', 'degreeAwarded'])
    .where('degreeTitleRc', '=', title)
    .where('degreeAwarded', 'in', awards)
    .$if(key !== null, (query) => query.where('degreeKey', '!=', key))
    .orderBy('degreeKey')
    .execute();
  return same.map((other) => `Degree ${other.degreeKey} is already ${other.degreeAwarded} ${title}.`);
}
