import type { ErrorItem } from '../../../contract/errors.ts';

/** The error of a relationship without a target (spec 8). */
export const NO_TARGET: ErrorItem = {
  code: 'RELATIONSHIP_TO_OBJECT_REQUIRED',
  message: 'You must select an item to relate to',
  field: 'toObject',
};
