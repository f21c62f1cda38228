import { EARLIER_VALUE } from '../contract/earlierValues.ts';
import { type ItemKind, itemKinds } from '../contract/kinds.ts';
import { headersOf } from './columnNames.ts';
import { type Column, columnsOf, labelOf, namesOfItems } from './columns.ts';
import { nameEnd } from './end.ts';
import type { Cells, Named, RowNames, Unnamed } from './names.ts';
import { type CellError, EMPTY, type Meaning } from './values.ts';
import { allOf, compact } from './words.ts';

/** The item kinds with a filled cell among the columns that name items. */
function kindsNamed(isFilled: (id: string) => boolean): ItemKind[] {
  const filled = new Set(
    columnsOf(EARLIER_VALUE).flatMap(({ id, item }) => (isFilled(id) ? (item ?? []) : [])),
  );
  return [...filled];
}

/** The columns of the fields of a kind that have earlier values. */
const fieldColumns = (kind: ItemKind): readonly Column[] => {
  const names: readonly string[] = itemKinds[kind].earlier;
  return columnsOf(kind).filter(({ id }) => names.includes(id));
};

const fieldNamed = (kind: ItemKind, text: string): Column | undefined =>
  fieldColumns(kind).find((column) => headersOf(kind, column).includes(compact(text)));

/**
 * The column as which a cell of an earlier value is read. The field is one of the item that the row names, and the value is
 * read as the field's. `textIn` returns the texts of the row by column ID, '' for an empty cell.
 */
export function columnToRead(column: Column, textIn: (id: string) => string): Column {
  const [kind, ...others] = kindsNamed((id) => textIn(id) !== '');
  if (!kind || others.length > 0) return column;
  if (column.id === 'field')
    return { ...column, id: `field ${kind}`, meaningOf: (text) => fieldMeaning(kind, text) };
  const field = column.id === 'value' ? fieldNamed(kind, textIn('field')) : undefined;
  return field ? { ...field, id: `value ${kind}.${field.id}`, item: kind } : column;
}

function fieldMeaning(kind: ItemKind, text: string): Meaning | CellError {
  const field = fieldNamed(kind, text);
  if (field) return { value: field.id, ...(field.label === text ? {} : { as: field.label }) };
  const labels = fieldColumns(kind).map(({ label }) => label);
  return {
    wrong: `is no field of a ${kind} with earlier values. Write one of ${allOf(labels)}`,
    candidates: labels.map((label) => ({ value: label, label })),
  };
}

/** Finds the earlier value of a row: its item, as an end of a relationship is found, its field and its last term. */
export function nameEarlierValue(all: RowNames, cells: Cells): Named | Unnamed {
  const kinds = kindsNamed((id) => cells[id]?.value != null);
  const [kind, ...others] = kinds;
  if (!kind) {
    const ids = columnsOf(EARLIER_VALUE).flatMap(({ id, item }) => (item ? id : []));
    return { wrong: `names no item. Fill in ${namesOfItems()}`, ids };
  }
  if (others.length > 0) {
    const ids = kinds.flatMap((one) => Object.keys(cells).filter((id) => id.startsWith(`${one}.`)));
    return {
      wrong: `names ${allOf(kinds.map((one) => `a ${one}`))}. Fill in the columns of one of them`,
      ids,
    };
  }
  for (const id of ['field', 'lastTerm'])
    if (cells[id]?.value == null)
      return { wrong: `has no ${labelOf(EARLIER_VALUE, id)}. Fill it in`, ids: [id] };
  if (!cells.value)
    return { wrong: `has no Value. Fill it in, or write ${EMPTY} if there was none`, ids: ['value'] };
  const item = nameEnd(all, kind, cells);
  if ('wrong' in item) return item;
  const ref = { [kind]: item.ref, field: cells.field?.value, lastTerm: cells.lastTerm?.value };
  return { ...item, ref, id: JSON.stringify(ref) };
}
