import type { ItemKind } from '../../../contract/kinds.ts';
import type { ItemView } from '../items/itemView.ts';
import { degreeView } from './degree.tsx';
import { departmentView } from './department.tsx';
import { majorView } from './major.tsx';
import { schoolView } from './school.tsx';

export const itemViews: { [K in ItemKind]: ItemView<K> } = {
  school: schoolView,
  department: departmentView,
  degree: degreeView,
  major: majorView,
};
