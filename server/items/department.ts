import { type DepartmentForm, department, departmentForm } from '../../contract/department.ts';
import { detailOf } from '../../contract/details.ts';
import { itemJson } from '../answers.ts';
import type { Db } from '../db/tables.ts';
import { type ItemCalls, readNumber } from './item.ts';

export const departmentCalls: ItemCalls<typeof departmentForm, typeof departmentForm> = {
  kind: 'department',
  createForm: departmentForm,
  editForm: departmentForm,
  answer: department,
  detail: detailOf('department'),
  created: department,
  listAccess: 'manage:data',
  readKey: readNumber,

  async create(db, { version: _version, ...values }) {
    const { deptKey } = await db
      .insertInto('department')
      .values(values)
      .returning('deptKey')
      .executeTakeFirstOrThrow();
    return (await itemJson(db, 'department', deptKey)) ?? '';
  },

  createWarnings: (db, values) => warnings(db, values, null),
  editWarnings: (db, values, key) => warnings(db, values, Number(key)),
};

async function warnings(db: Db, { title7, title }: DepartmentForm, key: number | null): Promise<string[]> {
  const same = await db
    .selectFrom('department')
    .select(['deptKey', 'title7', 'title'])
    .where((where) => where.or([where('title7', '=', title7), where('title', '=', title)]))
    .$if(key !== null, (query) => query.where('deptKey', '!=', key))
    .orderBy('deptKey')
    .execute();
  return same.map((other) => {
    const what = [
      ...(other.title7 === title7 ? [`title 7 ${title7}`] : []),
      ...(other.title === title ? [`title ${title}`] : []),
    ];
    return `Department ${other.deptKey} already has the ${what.join(' and the ')}.`;
  });
}
