import * as z from 'zod/mini';
import { degree, degreeCreateForm } from './degree.ts';
import { departmentKeys, schoolCodes } from './fields.ts';
import { type FormValues, form, part } from './form.ts';
import { major, majorForm } from './major.ts';
import { program, programForm } from './relationships.ts';

/** The form to create a major and its degrees with their schools and departments, all or nothing. */
export const majorDegreeForm = form('MAJOR_DEGREE', {
  major: part(majorForm),
  degree: part(degreeCreateForm),
  majorDegree: part(programForm),
  majorSchools: schoolCodes('Major Schools'),
  majorDepartments: departmentKeys('Major Departments'),
  degreeSchools: schoolCodes('Degree Schools'),
  degreeDepartments: departmentKeys('Degree Departments'),
});
export type MajorDegreeForm = FormValues<typeof majorDegreeForm>;

export const majorDegreeCreated = z.object({ majorKey: z.int() });

/** A row of the major-degree list. */
export const majorDegree = z.object({ major, degree, ...program.shape });
export type MajorDegree = z.output<typeof majorDegree>;
