import * as z from 'zod/mini';
import { degree } from './degree.ts';
import { department } from './department.ts';
import { major } from './major.ts';
import { related, relatedProgram } from './relationships.ts';
import { school } from './school.ts';

/** An item with all that is related to it, as its detail screen shows it (contract 4). */
export const schoolDetail = z.object({
  school,
  majors: z.array(related(major)),
  departments: z.array(related(department)),
  degrees: z.array(related(degree)),
});
export const degreeDetail = z.object({
  degree,
  schools: z.array(related(school)),
  majors: z.array(relatedProgram(major)),
  departments: z.array(related(department)),
});
export const departmentDetail = z.object({
  department,
  schools: z.array(related(school)),
  majors: z.array(related(major)),
  degrees: z.array(related(degree)),
});
export const majorDetail = z.object({
  major,
  schools: z.array(related(school)),
  departments: z.array(related(department)),
  degrees: z.array(relatedProgram(degree)),
});

export interface Details {
  school: z.output<typeof schoolDetail>;
  department: z.output<typeof departmentDetail>;
  degree: z.output<typeof degreeDetail>;
  major: z.output<typeof majorDetail>;
}
