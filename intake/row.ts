import { EARLIER_VALUE } from '../contract/earlierValues.ts';
import { type ItemKind, isItemKind, itemKinds, labelOfItem } from '../contract/kinds.ts';
import { cellReader, questionOf } from './cell.ts';
import { brokenRule, type Column, columnsOf, labelOf, relationshipOf } from './columns.ts';
import { columnToRead, nameEarlierValue } from './earlierValue.ts';
import { nameEnd } from './end.ts';
import { NO_VALUE, newValueId } from './filledIn.ts';
import type { Place } from './header.ts';
import type { Cell, IntakeRow, Problem, Question, Understood } from './intake.ts';
import { nameItem } from './item.ts';
import { among, type Cells, type Named, type Unnamed } from './names.ts';
import type { DataRow } from './rows.ts';
import { type CellError, sentence } from './values.ts';
import { written } from './words.ts';

/** A row and the ID of its item or relationship; undefined if that is not known. */
export interface Read {
  row: IntakeRow;
  id: string | undefined;
}

/** A cell of a row that is not empty. */
interface FilledCell {
  column: Column;
  header: string;
  text: string;
  cell: Cell;
}

const separators: Readonly<Record<string, string>> = { ';': 'semicolons', '\t': 'tabs', '|': 'bars' };

/**
 * Creates the function that reads a row. Values in the `isBehind` columns of a text file are an error. `addedTo` returns the
 * texts of a row for columns that the file does not have, by column ID.
 */
export function rowReader(
  asked: Question,
  places: readonly Place[],
  isBehind: ReadonlySet<number>,
  addedTo: (row: number) => IntakeRow['added'],
): (row: DataRow) => Read {
  const { kind, known, choices = {} } = asked;
  const read = cellReader(asked);
  const headers = new Map(places.map(({ column, header }) => [column.id, header]));
  const filledIn = isItemKind(kind) ? filledInFor(asked, kind, headers) : [];
  const nameOf = namer(
    asked.kind,
    among(known, choices, (id) => headers.has(id)),
  );

  /** The cells that are not empty in the columns of the kind, those of the file first. */
  function filledCells({ cells, texts }: DataRow, added: IntakeRow['added']): FilledCell[] {
    const inFile = places.flatMap(({ column, at, header }) => {
      const text = texts[at] ?? '';
      return text === '' ? [] : [{ column, header, text, cell: cells[at] ?? { text } }];
    });
    if (!added) return inFile;
    const others = columnsOf(kind).flatMap((column) => {
      const { [column.id]: text } = added;
      return text === undefined ? [] : [{ column, header: column.label, text, cell: { text } }];
    });
    return [...inFile, ...others];
  }

  /** The understood cells, and the problems of the others. */
  function readCells(given: DataRow, added: IntakeRow['added']) {
    const { number, texts } = given;
    const filled = filledCells(given, added);
    const cells: Record<string, Understood> = {};
    const problems: Problem[] = [];
    const solved: Problem[] = [];
    if (isBehind.size > 0 && texts.some((text, at) => text !== '' && isBehind.has(at))) {
      const separator = separators[asked.source?.delimiter ?? ''] ?? 'commas';
      const message = `Row ${number} has more values than the header; put quotation marks around values with ${separator}.`;
      problems.push({ message, row: number, column: null, ids: [] });
    }
    const textIn = (id: string) => filled.find(({ column }) => column.id === id)?.text ?? '';
    for (const { column, header, text, cell } of filled) {
      const readAs = kind === EARLIER_VALUE ? columnToRead(column, textIn) : column;
      const problemOf = ({ wrong, candidates }: CellError): Problem => ({
        message: sentence(number, header, text, wrong),
        row: number,
        column: header,
        ids: [column.id],
        ...(candidates && { question: { id: questionOf(readAs, text), candidates, from: text, wrong } }),
      });
      const meaning = read(readAs, text, cell);
      if ('wrong' in meaning) problems.push(problemOf(meaning));
      else {
        const { solved: error, ...understood } = meaning;
        cells[column.id] = { from: text, ...understood };
        if (error) solved.push(problemOf(error));
      }
    }
    // The server reports these errors only for rows that it receives, and a row with problems is never sent.
    if (problems.length > 0)
      for (const { column, header } of filled) {
        const { [column.id]: cell } = cells;
        const broken = cell && brokenRule(kind, column, cell.value);
        if (broken)
          problems.push({
            message: sentence(number, header, cell.from, broken),
            row: number,
            column: header,
            ids: [column.id],
          });
      }
    return { cells, problems, solved };
  }

  function namingProblem(number: number, { wrong, id = '', ids, question }: Unnamed, cells: Cells): Problem {
    const { [id]: cell } = cells;
    const header = headers.get(id) ?? labelOf(kind, id);
    const from = cell?.from ?? '';
    return {
      message: cell ? sentence(number, header, from, wrong) : `Row ${number} ${wrong}.`,
      row: number,
      column: cell ? header : null,
      ids,
      ...(question && { question: { ...question, from, wrong } }),
    };
  }

  /** The stored item that the cells without problems name. */
  function existingItem(cells: Cells): IntakeRow['existing'] {
    if (!isItemKind(kind)) return undefined;
    const [one] = nameOf(cells);
    if (!one || !('ref' in one) || !one.item || one.item.ref !== undefined) return undefined;
    return { key: written(one.item[itemKinds[kind].key]), label: labelOfItem(kind, one.item) };
  }

  return (given) => {
    const { number, texts } = given;
    const added = addedTo(number);
    const { cells, problems, solved } = readCells(given, added);
    // A row with a wrong cell may name another item than it means.
    const all = problems.length === 0 ? nameOf(cells) : [];
    for (const one of all) if ('wrong' in one) problems.push(namingProblem(number, one, cells));
    const named = all.filter((one) => 'ref' in one);
    for (const one of named) if (one.solved) solved.push(namingProblem(number, one.solved, cells));
    for (const [id, as] of named.flatMap((one) => Object.entries(one.as ?? {}))) {
      const { [id]: cell } = cells;
      if (cell && cell.value !== as) cells[id] = { ...cell, value: as, as };
    }
    if (named.length === 1 && named[0]?.item === undefined && problems.length === 0)
      for (const [id, value] of filledIn) cells[id] ??= { from: '', value, isFilledIn: true };
    const row = {
      number,
      texts,
      ...(added && { added }),
      cells,
      problems,
      ...(solved.length > 0 && { solved }),
    };
    if (problems.length > 0) {
      const existing = existingItem(cells);
      return { id: undefined, row: { ...row, ...(existing && { existing }), proposed: null } };
    }
    const proposed = { ref: refIn(kind, named), values: Object.fromEntries(valuesIn(kind, cells)) };
    return { id: named.map(({ id }) => id).join(' – '), row: { ...row, proposed } };
  };
}

/** The values to fill in for new items: those of columns that the file does not have, except what names an item. */
function filledInFor(
  { newValues = {}, choices = {} }: Question,
  kind: ItemKind,
  headers: ReadonlyMap<string, string>,
): [string, string | null][] {
  const names = itemKinds[kind].naturalKey.by.flat();
  return Object.entries(newValues)
    .filter(([name]) => !headers.has(name) && !names.includes(name))
    .map(([name, value]) => {
      const chosen = choices[newValueId(name)] ?? value;
      return [name, chosen === NO_VALUE ? null : chosen];
    });
}

/** Creates the function that finds the item of a row, the items at both ends of a relationship, or an earlier value. */
function namer(kind: string, all: ReturnType<typeof among>): (cells: Cells) => (Named | Unnamed)[] {
  if (isItemKind(kind)) return (cells) => [nameItem(all, kind, cells)];
  if (kind === EARLIER_VALUE) return (cells) => [nameEarlierValue(all, cells)];
  const { from, to } = relationshipOf(kind);
  return (cells) => [nameEnd(all, from, cells), nameEnd(all, to, cells)];
}

function refIn(kind: string, [one, other]: readonly Named[]): Readonly<Record<string, unknown>> {
  if (isItemKind(kind) || kind === EARLIER_VALUE) return one?.ref ?? {};
  const { from, to } = relationshipOf(kind);
  return { [from]: one?.ref, [to]: other?.ref };
}

/** The values to send: all fields of an item except its key, the own fields of a relationship, or an earlier value. */
const valuesIn = (kind: string, cells: Cells) =>
  columnsOf(kind)
    .filter(({ id, facts, item }) => id in cells && facts !== undefined && item === undefined)
    .filter(({ id }) => kind !== EARLIER_VALUE || id === 'value')
    .map(({ id }) => [id, cells[id]?.value] as const);
