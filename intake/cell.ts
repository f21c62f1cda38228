import { isItemKind } from '../contract/items.ts';
import type { Column } from './columns.ts';
import type { Asked, Cell } from './intake.ts';
import { faultOf } from './mangled.ts';
import { type CellError, type Meaning, meaningOf } from './values.ts';

/** The question about a text in a column. */
export const questionOf = ({ id }: Column, text: string): string => `${id} ${text}`;

/** Makes the function that reads a cell. The same cell in the same column is read once. */
export function cellReader({ known, kind, choices = {} }: Asked) {
  const before = new Map<string, Meaning | CellError>();
  const textsOf = storedTexts(kind, known.items);

  function readCell(column: Column, text: string, cell: Cell): Meaning | CellError {
    const { [questionOf(column, text)]: chosen } = choices;
    const fault = faultOf(cell, text.trim());
    if (fault !== undefined) return { wrong: fault };
    if (!column.facts) return keyOf(String(cell.number ?? text));
    if (chosen === undefined)
      return meaningOf(column.facts, { cell, text, isChosen: false }, known, () => textsOf(column));
    const given = { cell: { text: chosen }, text: chosen, isChosen: true };
    const meaning = meaningOf(column.facts, given, known, () => textsOf(column));
    return 'wrong' in meaning ? meaning : { as: chosen, ...meaning };
  }

  return (column: Column, text: string, cell: Cell): Meaning | CellError => {
    const place = `${column.id} ${cell.stored ?? ''} ${text}`;
    const meaning = before.get(place) ?? readCell(column, text, cell);
    before.set(place, meaning);
    return meaning;
  };
}

/** Makes the function that tells the texts that items have in the field of a column. */
function storedTexts(kind: string, items: Asked['known']['items']): (column: Column) => ReadonlySet<string> {
  const texts = new Map<string, ReadonlySet<string>>();
  return ({ item, name, id }) => {
    const own = item ? items[item] : isItemKind(kind) ? items[kind] : [];
    const found =
      texts.get(id) ?? new Set(own.flatMap(({ [name]: value }) => (typeof value === 'string' ? value : [])));
    texts.set(id, found);
    return found;
  };
}

const keyOf = (text: string): Meaning | CellError =>
  /^\d{1,9}$/.test(text)
    ? { value: Number(text) }
    : {
        wrong: 'is no key. Keys are whole numbers that this application gives; leave it empty for a new row',
      };
