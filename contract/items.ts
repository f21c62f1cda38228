import type { Degree } from './degree.ts';
import type { Department } from './department.ts';
import type { Major } from './major.ts';
import type { School } from './school.ts';

/** The four kinds of item, in the order in which the specification lists them. */
export interface Items {
  school: School;
  department: Department;
  degree: Degree;
  major: Major;
}
export type ItemKind = keyof Items;

/** `collection` is the path of the kind's calls, `key` the field that identifies an item of it. */
export const itemKinds = {
  school: { collection: 'schools', key: 'schoolCode' },
  department: { collection: 'departments', key: 'deptKey' },
  degree: { collection: 'degrees', key: 'degreeKey' },
  major: { collection: 'majors', key: 'majorKey' },
} as const satisfies { [K in ItemKind]: { collection: string; key: keyof Items[K] } };

/** A school's code, or a positive integer that the server has given. */
export type ItemKey = string | number;
