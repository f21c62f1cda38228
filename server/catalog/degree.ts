import type { Degree, DegreeForm, degreeCreateForm } from '../../contract/degree.ts';
import type { ItemRules } from './itemRules.ts';

export const degreeRules: ItemRules<typeof degreeCreateForm> = {
  /** One row for each award, in the order of the form. */
  rowsOf: ({ degreeListAwarded, ...values }) =>
    degreeListAwarded.map((degreeAwarded) => ({ ...values, degreeAwarded })),
  duplicateFields: [['degreeTitleRc', 'degreeAwarded']],
  duplicateMessage: (_input: DegreeForm, { degreeKey, degreeAwarded, degreeTitleRc }: Degree) =>
    `Degree ${degreeKey} is already ${degreeAwarded} ${degreeTitleRc}.`,
};
