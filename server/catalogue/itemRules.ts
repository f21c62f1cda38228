import type { RawBuilder } from 'kysely';
import type { Form, FormValues } from '../../contract/form.ts';
import type { ItemKind } from '../../contract/items.ts';
import type { ApiError } from '../errors.ts';
import { degreeRules } from './degree.ts';
import { departmentRules } from './department.ts';
import { majorRules } from './major.ts';
import type { Row } from './rows.ts';
import { schoolRules } from './school.ts';

/** What each kind of item does in its own way when it is saved. */
export interface ItemRules<Create extends Form = Form> {
  createForm: Create;
  editForm: Form;
  /** The rows that a creation asks for. */
  rowsOf(values: FormValues<Create>): Row[];
  /** When an item that is there, `i`, is like one that is to be saved, `g`: by any of these. */
  alike: readonly RawBuilder<unknown>[];
  /** What there is to say then: a question (contract 3: not unique, but warned about), or why it cannot be. */
  say(given: Row, stored: Row): string | ApiError;
}

export const itemRules: Record<ItemKind, ItemRules> = {
  school: schoolRules,
  department: departmentRules,
  degree: degreeRules,
  major: majorRules,
};
