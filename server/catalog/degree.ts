import { type Degree, type DegreeForm, degreeCreateForm, degreeForm } from '../../contract/degree.ts';
import type { ItemRules } from './itemRules.ts';

export const degreeRules: ItemRules<typeof degreeCreateForm> = {
  createForm: degreeCreateForm,
  editForm: degreeForm,
  /** One row for each award, in the given order. */
  rowsOf: ({ degreeListAwarded, ...values }) =>
    degreeListAwarded.map((degreeAwarded) => ({ ...values, degreeAwarded })),
  duplicateFields: [['degreeTitleRc', 'degreeAwarded']],
  duplicateMessage: (_given: DegreeForm, { degreeKey, degreeAwarded, degreeTitleRc }: Degree) =>
    `Degree ${degreeKey} is already ${degreeAwarded} ${degreeTitleRc}.`,
};
