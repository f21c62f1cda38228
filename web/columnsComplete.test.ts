import { expect, test } from 'vitest';
import { degree } from '../contract/degree.ts';
import { department } from '../contract/department.ts';
import type { ItemKind } from '../contract/kinds.ts';
import { major } from '../contract/major.ts';
import { program } from '../contract/relationships.ts';
import { school } from '../contract/school.ts';
import type { ItemView } from './catalog/items/itemView.ts';
import { otherColumns } from './catalog/items/otherColumns.tsx';
import { itemViews } from './catalog/kinds/kinds.ts';
import { allColumns } from './report/reportColumns.tsx';

// Every field of an item can be a column of its list, and every field of the extended data one of the report (contract 11). A
// field that is added to a response but not to these columns fails here by name.

const quarter = (code: string | null) => code;
const shapes = { school, department, degree, major };

/** Labels of terms whose codes are fields too. */
const LABELS: Partial<Record<string, readonly string[]>> = { degree: ['startTerm', 'endTerm'] };

const fieldsOf = (kind: ItemKind) =>
  Object.keys(shapes[kind].shape).filter((name) => !LABELS[kind]?.includes(name));

function idsOf<K extends ItemKind>(view: ItemView<K>): string[] {
  return [...view.columns(quarter), ...otherColumns(view, quarter)].map(({ id }) => id);
}

const listed: Record<ItemKind, string[]> = {
  school: idsOf(itemViews.school),
  department: idsOf(itemViews.department),
  degree: idsOf(itemViews.degree),
  major: idsOf(itemViews.major),
};
const reported = allColumns(quarter).map(({ id }) => id);

for (const kind of ['school', 'department', 'degree', 'major'] as const) {
  test.each(fieldsOf(kind))(`${kind}: %s can be a column of its list and of the report`, (field) => {
    expect(listed[kind]).toContain(field);
    expect(reported).toContain(`${kind}.${field}`);
  });

  test(`${kind}: each column of its list comes once`, () => {
    expect(new Set(listed[kind]).size).toBe(listed[kind].length);
  });
}

test.each(Object.keys(program.shape))('majorDegree: %s can be a column of the report', (field) => {
  expect(reported).toContain(`majorDegree.${field}`);
});

test('each column of the report comes once, and has a header of its own', () => {
  const headers = allColumns(quarter).map(({ header }) => header);
  expect(new Set(reported).size).toBe(reported.length);
  expect(headers.filter((header, at) => headers.indexOf(header) !== at)).toEqual([]);
});
