import { degreeCreateForm } from '../../contract/degree.ts';
import { departmentForm } from '../../contract/department.ts';
import type { Form, FormInput } from '../../contract/form.ts';
import { awardTypeForm, termForm } from '../../contract/lookupForms.ts';
import { majorForm } from '../../contract/major.ts';
import { programForm, relationshipForm } from '../../contract/relationships.ts';
import { schoolForm } from '../../contract/school.ts';
import { fitting } from './fitting.ts';

// Legal forms, all different. A test names only the values it is about; the factory adds the values that these require.

type Values<F extends Form> = Partial<FormInput<F>>;

let made = 0;
const codesOf = new Map<number, number>();

/** Restarts the codes for a test file: each has its own databases, and there are few codes of two letters. */
export function startCodes(): void {
  made = 0;
  codesOf.clear();
}

/** A code that no other form and no sample item has: it starts with a letter. */
function codeOf(length: number): string {
  made += 1;
  const codes = (codesOf.get(length) ?? 0) + 1;
  codesOf.set(length, codes);
  return (10 * 36 ** (length - 1) + codes).toString(36).toUpperCase();
}

export const aSchool = (values: Values<typeof schoolForm> = {}) =>
  fitting(schoolForm, { schoolCode: codeOf(2), title: `School ${made}` }, values);

/** A school as a row of its table. */
export const aSchoolRow = (schoolCode: string) => ({
  schoolCode,
  title: `School ${schoolCode}`,
  title8: null,
  yearStart: null,
  yearEnd: null,
  sortCode: null,
  active: true,
  comments: null,
});

export const aDepartment = (values: Values<typeof departmentForm> = {}) =>
  fitting(departmentForm, { title7: `D${codeOf(3)}`, title: `Department ${made}` }, values);

export const aDegree = (values: Values<typeof degreeCreateForm> = {}) =>
  fitting(degreeCreateForm, { degreeListAwarded: ['BA'], degreeTitleRc: `Degree ${codeOf(3)}` }, values);

export const aMajor = (values: Values<typeof majorForm> = {}) =>
  fitting(majorForm, { majorSegment: 'U', majorCode: codeOf(3), title20: `Major ${made}` }, values);

export const aRelationship = (values: Values<typeof relationshipForm> = {}) =>
  fitting(relationshipForm, { startTerm: '202592' }, values);

export const aProgram = (values: Values<typeof programForm> = {}) =>
  fitting(programForm, { startTerm: '202592' }, values);

/** A term of a year that the sample does not have. */
export const aTerm = (values: Values<typeof termForm> = {}) => {
  const code = codeOf(2);
  return fitting(termForm, { termYyyyst: `2099${code}`, termLetterYear: `T${code}` }, values);
};

export const anAwardType = (values: Values<typeof awardTypeForm> = {}) => {
  const code = codeOf(3);
  return fitting(
    awardTypeForm,
    { degreeShort: `Aw ${code}`, degreeCode: code, title: `Award ${code}` },
    values,
  );
};

interface MajorDegreeValues {
  major?: ReturnType<typeof aMajor>;
  degree?: ReturnType<typeof aDegree>;
  majorDegree?: ReturnType<typeof aProgram>;
  majorSchools?: string[];
  majorDepartments?: number[];
  degreeSchools?: string[];
  degreeDepartments?: number[];
}

export const aMajorDegree = (values: MajorDegreeValues = {}) => ({
  major: aMajor(),
  degree: aDegree(),
  majorDegree: aProgram(),
  ...values,
});
