import { expect, test } from 'vitest';
import { changeKinds } from '../../contract/history.ts';
import { columnsOf } from '../../intake/columns.ts';

test.each(changeKinds)('no two columns of %s have a header in common', (kind) => {
  const headers = columnsOf(kind).flatMap((column) => column.headers);
  expect(headers.filter((header, at) => headers.indexOf(header) !== at)).toEqual([]);
});
