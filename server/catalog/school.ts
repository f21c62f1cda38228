import { type SchoolForm, schoolForm } from '../../contract/school.ts';
import { duplicateKey } from '../errors.ts';
import type { ItemRules } from './itemRules.ts';

export const schoolRules: ItemRules<typeof schoolForm> = {
  rowsOf: (values) => [values],
  duplicateFields: [['title'], ['schoolCode']],
  duplicateMessage: (input: SchoolForm, { schoolCode, title }: SchoolForm) =>
    schoolCode === input.schoolCode
      ? duplicateKey(`School code ${schoolCode} is already taken.`)
      : `School ${schoolCode} already has the title ${title}.`,
};
