import { type MajorForm, majorForm } from '../../contract/major.ts';
import type { ItemRules } from './itemRules.ts';

export const majorRules: ItemRules<typeof majorForm> = {
  rowsOf: (values) => [values],
  duplicateFields: [['majorCode', 'majorSegment']],
  duplicateMessage: (_input: MajorForm, { majorCode, majorSegment, title20 }: MajorForm) =>
    `Major code ${majorCode} of segment ${majorSegment} already exists: ${title20}.`,
};
