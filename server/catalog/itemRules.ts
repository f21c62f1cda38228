import type { Form, FormValues } from '../../contract/form.ts';
import type { ApiError } from '../errors.ts';
import type { Row } from './storedRows.ts';

/** The rules for saving an item of a kind. */
export interface ItemRules<Create extends Form = Form> {
  /** The rows to create from a creation form. */
  rowsOf(values: FormValues<Create>): Row[];
  /** Lists of required fields. Two items are duplicates if they have the same values in all fields of one list. */
  duplicateFields: readonly (readonly string[])[];
  /** A warning about a duplicate (contract 3: a duplicate is allowed, with a warning), or the error that rejects it. */
  duplicateMessage(input: Row, stored: Row): string | ApiError;
}
