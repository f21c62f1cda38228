import type { ItemKind } from './kinds.ts';

/**
 * What the form of a new item preselects (spec 3). An import fills in the same for new items if its file has no such column;
 * the API does neither (contract 2).
 */
export const newValues: Readonly<Record<ItemKind, Readonly<Record<string, string>>>> = {
  school: {},
  department: {},
  degree: {},
  major: { majorSegment: 'U', campusIndicator: 'G' },
};
