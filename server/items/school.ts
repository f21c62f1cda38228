import { detailOf } from '../../contract/details.ts';
import { type SchoolForm, school, schoolForm } from '../../contract/school.ts';
import { itemJson } from '../answers.ts';
import type { Db } from '../db/tables.ts';
import { duplicateKey } from '../errors.ts';
import type { ItemCalls } from './item.ts';

export const schoolCalls: ItemCalls<typeof schoolForm, typeof schoolForm> = {
  kind: 'school',
  createForm: schoolForm,
  editForm: schoolForm,
  answer: school,
  detail: detailOf('school'),
  created: school,
  // The application loads schools and majors at its start, for everybody (contract 6).
  listAccess: 'signed-in',
  readKey: (text) => (/^[0-9A-Za-z]{2}$/.test(text) ? text.toUpperCase() : undefined),

  async create(db, { version: _version, ...values }) {
    const { schoolCode } = await db
      .insertInto('school')
      .values(values)
      .returning('schoolCode')
      .executeTakeFirstOrThrow();
    return (await itemJson(db, 'school', schoolCode)) ?? '';
  },

  async createWarnings(db, values) {
    const same = await sameSchools(db, values);
    // A code that is taken is an error, said before any question is asked.
    if (same.some(({ schoolCode }) => schoolCode === values.schoolCode))
      throw schoolCodeTaken(values.schoolCode);
    return same.map(warning);
  },

  async editWarnings(db, values, key) {
    const same = await sameSchools(db, values);
    return same.filter(({ schoolCode, title }) => schoolCode !== key && title === values.title).map(warning);
  },
};

export const schoolCodeTaken = (code: string) => duplicateKey(`School code ${code} is taken already.`);

const sameSchools = (db: Db, { schoolCode, title }: SchoolForm) =>
  db
    .selectFrom('school')
    .select(['schoolCode', 'title'])
    .where((where) => where.or([where('title', '=', title), where('schoolCode', '=', schoolCode)]))
    .orderBy('schoolCode')
    .execute();

const warning = ({ schoolCode, title }: { schoolCode: string; title: string }) =>
  `School ${schoolCode} already has the title ${title}.`;
