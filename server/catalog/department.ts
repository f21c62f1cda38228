import { type Department, type DepartmentForm, departmentForm } from '../../contract/department.ts';
import type { ItemRules } from './itemRules.ts';

export const departmentRules: ItemRules<typeof departmentForm> = {
  rowsOf: (values) => [values],
  duplicateFields: [['title7'], ['title']],
  duplicateMessage({ title7, title }: DepartmentForm, stored: Department) {
    const duplicates = [
      ...(stored.title7 === title7 ? [`title 7 ${title7}`] : []),
      ...(stored.title === title ? [`title ${title}`] : []),
    ];
    return `Department ${stored.deptKey} already has the ${duplicates.join(' and the ')}.`;
  },
};
