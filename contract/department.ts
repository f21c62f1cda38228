import * as z from 'zod/mini';
import { comments, flag, requiredText, term, version } from './fields.ts';
import { type FormValues, form } from './form.ts';
import { inOrder } from './rules.ts';

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
  { rules: [inOrder('startTerm', 'endTerm')], readOnly: ['lastModified', 'deptUciNetId'] },
);
export type DepartmentForm = FormValues<typeof departmentForm>;

export const department = z.object({
  deptKey: z.int(),
  title7: z.string(),
  title: z.string(),
  active: z.boolean(),
  startTerm: z.nullable(z.string()),
  endTerm: z.nullable(z.string()),
  comments: z.nullable(z.string()),
  version: z.int(),
  lastModified: z.iso.datetime(),
  deptUciNetId: z.string(),
});
export type Department = z.output<typeof department>;
