import type { Form, FormValues } from '../../contract/form.ts';
import type { ApiError } from '../errors.ts';
import type { Row } from './storedRows.ts';

/** What saving an item of a kind checks. */
export interface ItemRules<Create extends Form = Form> {
  createForm: Create;
  editForm: Form;
  /** The rows to create from a creation form. */
  rowsOf(values: FormValues<Create>): Row[];
  /** Required fields. An existing item is like a given one if they agree in all fields of one of these lists. */
  duplicateFields: readonly (readonly string[])[];
  /** The result then: a warning (contract 3: a duplicate is allowed, but warned about), or why it cannot be saved. */
  duplicateMessage(given: Row, stored: Row): string | ApiError;
}
