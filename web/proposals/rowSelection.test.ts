import { expect, test } from 'vitest';
import {
  allRows,
  countSelected,
  isSelected,
  noRows,
  type RowSelection,
  readSelection,
  rowId,
  setRows,
  toggleRow,
  writeSelection,
} from './rowSelection.ts';

/** The selection after a reload. */
function reloaded(selection: RowSelection, start = allRows): RowSelection {
  const params = new URLSearchParams('q=art&skip=old');
  writeSelection(params, selection, start);
  expect(params.get('q')).toBe('art');
  return readSelection(new URLSearchParams(params.toString())) ?? start;
}

test('all rows are selected at first, and each can be cleared', () => {
  expect(readSelection(new URLSearchParams(''))).toBeNull();
  const selection = reloaded(toggleRow(allRows, 'major.1'));
  expect(['major.1', 'major.2'].map((id) => isSelected(selection, id))).toEqual([false, true]);
  expect(reloaded(toggleRow(selection, 'major.1'))).toEqual(allRows);
});

test('all rows can be selected where some are not at first', () => {
  const start = setRows(allRows, ['major.1'], false);
  expect(isSelected(start, 'major.1')).toBe(false);
  expect(reloaded(start, start)).toEqual(start);
  expect(reloaded(setRows(start, ['major.1'], true), start)).toEqual(allRows);
  expect(countSelected(start, ['major.1', 'major.2'])).toBe(1);
  expect(isSelected(setRows(noRows, ['major.1'], true), 'major.1')).toBe(true);
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
