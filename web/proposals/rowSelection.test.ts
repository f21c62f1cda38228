import { expect, test } from 'vitest';
import {
  allRows,
  isSelected,
  noRows,
  type RowSelection,
  readSelection,
  rowId,
  toggleRow,
  writeSelection,
} from './rowSelection.ts';

/** The selection after a reload. */
function reloaded(selection: RowSelection): RowSelection {
  const params = new URLSearchParams('q=art&skip=old');
  writeSelection(params, selection);
  expect(params.get('q')).toBe('art');
  return readSelection(new URLSearchParams(params.toString()));
}

test('all rows are selected at first, and each can be cleared', () => {
  expect(readSelection(new URLSearchParams(''))).toEqual(allRows);
  const selection = reloaded(toggleRow(allRows, 'major.1'));
  expect(['major.1', 'major.2'].map((id) => isSelected(selection, id))).toEqual([false, true]);
  expect(reloaded(toggleRow(selection, 'major.1'))).toEqual(allRows);
});

test('none is selected after all were cleared, and each can be selected', () => {
  expect(reloaded(noRows)).toEqual(noRows);
  const selection = reloaded(toggleRow(noRows, 'major.2'));
  expect(['major.1', 'major.2'].map((id) => isSelected(selection, id))).toEqual([false, true]);
});

test('a row is named by its kind and its keys', () => {
  expect(rowId({ kind: 'major', ref: { majorKey: 12 } })).toBe('major.12');
  expect(rowId({ kind: 'majorDegree', ref: { major: { majorKey: 12 }, degree: { degreeKey: 7 } } })).toBe(
    'majorDegree.12.7',
  );
});
