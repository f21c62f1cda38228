import { sql } from 'kysely';
import { type MajorForm, majorForm } from '../../contract/major.ts';
import type { ItemRules } from './itemRules.ts';

export const majorRules: ItemRules<typeof majorForm> = {
  createForm: majorForm,
  editForm: majorForm,
  rowsOf: (values) => [values],
  alike: [sql`i.major_code = g.major_code and i.major_segment = g.major_segment`],
  say: (_given: MajorForm, { majorCode, majorSegment, title20 }: MajorForm) =>
    `Major code ${majorCode} of segment ${majorSegment} already exists: ${title20}.`,
};
