import * as z from 'zod/mini';
import { comments, flag, requiredText, term, version } from './fields.ts';
import { type FormValues, form } from './form.ts';
import { termsInOrder } from './rules.ts';
import { response, stamp, storedFields } from './stored.ts';

/** The form of a department (spec 5, Department). */
export const departmentForm = form(
  'DEPARTMENT',
  {
    title7: requiredText('Title 7', 7),
    title: requiredText('Title 40', 40),
    active: flag('Active', true),
    startTerm: term('Start Term'),
    endTerm: term('End Term'),
    comments: comments(),
    version: version(),
  },
  { rules: [termsInOrder('startTerm', 'endTerm')], readOnly: ['lastModified', 'deptUciNetId'] },
);
export type DepartmentForm = FormValues<typeof departmentForm>;

/** A department in a response. */
export const department = response(
  { deptKey: z.int() },
  storedFields(departmentForm.fields),
  stamp('deptUciNetId'),
);
export type Department = z.output<typeof department>;
