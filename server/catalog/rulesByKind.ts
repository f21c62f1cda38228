import type { ItemKind } from '../../contract/kinds.ts';
import { degreeRules } from './degree.ts';
import { departmentRules } from './department.ts';
import type { ItemRules } from './itemRules.ts';
import { majorRules } from './major.ts';
import { schoolRules } from './school.ts';

export const rulesByKind: Record<ItemKind, ItemRules> = {
  school: schoolRules,
  department: departmentRules,
  degree: degreeRules,
  major: majorRules,
};
