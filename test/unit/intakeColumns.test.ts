import { expect, test } from 'vitest';
import { catalogKinds } from '../../contract/history.ts';
import { headersOf, wordsOfColumn } from '../../intake/columnNames.ts';
import { columnsOf } from '../../intake/columns.ts';

test.each(catalogKinds)('no two columns of %s have a header in common', (kind) => {
  const headers = columnsOf(kind).flatMap((column) => headersOf(kind, column));
  expect(headers.filter((header, at) => headers.indexOf(header) !== at)).toEqual([]);
});

test.each(catalogKinds)('no two columns of %s have a similar name in common', (kind) => {
  const owners = new Map<string, Set<string>>();
  for (const column of columnsOf(kind))
    for (const words of wordsOfColumn(kind, column)) {
      const name = words.join(' ');
      owners.set(name, (owners.get(name) ?? new Set()).add(column.id));
    }
  expect([...owners].filter(([, ids]) => ids.size > 1)).toEqual([]);
});
