import { isItemKind } from '../contract/kinds.ts';
import type { Column } from './columns.ts';
import type { Cell, Question } from './intake.ts';
import { faultOf } from './mangled.ts';
import { type CellError, type CellInput, type Meaning, meaningOf } from './values.ts';

/** The ID of the question about a text in a column. */
export const questionOf = ({ id }: Column, text: string): string => `${id} ${text}`;

/** Creates the function that reads a cell. It reads equal cells of a column once. */
export function cellReader({ known, kind, choices = {} }: Question) {
  const cache = new Map<string, Meaning | CellError>();
  const textsOf = storedTexts(kind, known.items);

  function readCell(column: Column, text: string, cell: Cell): Meaning | CellError {
    const { [questionOf(column, text)]: chosen } = choices;
    const fault = faultOf(cell, text.trim());
    if (fault !== undefined) return { wrong: fault };
    const { facts } = column;
    if (!facts) return keyOf(String(cell.number ?? text));
    const read = (given: CellInput) =>
      column.meaningOf?.(given.text) ?? meaningOf(facts, given, known, () => textsOf(column));
    const asWritten = read({ cell, text, isChosen: false });
    if (chosen === undefined) return asWritten;
    const meaning = read({ cell: { text: chosen }, text: chosen, isChosen: true });
    if ('wrong' in meaning) return meaning;
    return { as: chosen, ...meaning, ...('wrong' in asWritten && { solved: asWritten }) };
  }

  return (column: Column, text: string, cell: Cell): Meaning | CellError => {
    const cacheKey = JSON.stringify([column.id, cell.stored, cell.fault, text]);
    const meaning = cache.get(cacheKey) ?? readCell(column, text, cell);
    cache.set(cacheKey, meaning);
    return meaning;
  };
}

/** Creates a function that returns the texts that items have in the field of a column. */
function storedTexts(
  kind: string,
  items: Question['known']['items'],
): (column: Column) => ReadonlySet<string> {
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
        wrong:
          'is not a key. Keys are whole numbers that this application assigns; leave it empty for a new row',
      };
