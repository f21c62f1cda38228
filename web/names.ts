import type { ItemKind } from '../contract/items.ts';

/** What a person calls one item of a kind, and all of them. Apart from their screens: the menu is there before these. */
export const itemNames = {
  school: { title: 'School', heading: 'Schools' },
  department: { title: 'Department', heading: 'Departments' },
  degree: { title: 'Degree', heading: 'Degrees' },
  major: { title: 'Major', heading: 'Majors' },
} as const satisfies { [K in ItemKind]: { title: string; heading: string } };
