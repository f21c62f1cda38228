import type { ItemKind } from '../../contract/kinds.ts';
import type { LookupKind } from '../../contract/lookups.ts';

/** Singular and plural of each kind. Separate from the kinds' screens because the menu shows before they are loaded. */
export const itemNames = {
  school: { title: 'School', heading: 'Schools' },
  department: { title: 'Department', heading: 'Departments' },
  degree: { title: 'Degree', heading: 'Degrees' },
  major: { title: 'Major', heading: 'Majors' },
} as const satisfies { [K in ItemKind]: { title: string; heading: string } };

/** The same for the lookups that users maintain. */
export const lookupNames = {
  term: { title: 'Term', heading: 'Terms' },
  awardType: { title: 'Award type', heading: 'Award types' },
} as const satisfies { [K in LookupKind]: { title: string; heading: string } };
