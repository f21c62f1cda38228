import type { Form, FormValues } from '../../contract/form.ts';
import type { ItemKind } from '../../contract/items.ts';
import type { ApiError } from '../errors.ts';
import { degreeRules } from './degree.ts';
import { departmentRules } from './department.ts';
import { majorRules } from './major.ts';
import type { Row } from './rows.ts';
import { schoolRules } from './school.ts';

/** The rules of each kind of item for saving. */
export interface ItemRules<Create extends Form = Form> {
  createForm: Create;
  editForm: Form;
  /** The rows to create from a creation form. */
  rowsOf(values: FormValues<Create>): Row[];
  /** Required fields. An existing item is like a given one if they agree in all fields of one of these lists. */
  alike: readonly (readonly string[])[];
  /** The result then: a warning (contract 3: a duplicate is allowed, but warned about), or why it cannot be saved. */
  say(given: Row, stored: Row): string | ApiError;
}

export const itemRules: Record<ItemKind, ItemRules> = {
  school: schoolRules,
  department: departmentRules,
  degree: degreeRules,
  major: majorRules,
};
