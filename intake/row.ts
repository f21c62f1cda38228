import { EARLIER_VALUE } from '../contract/earlierValues.ts';
import { isItemKind } from '../contract/kinds.ts';
import { cellReader, questionOf } from './cell.ts';
import { brokenRule, type Column, columnsOf, labelOf, relationshipOf } from './columns.ts';
import { columnToRead, nameEarlierValue } from './earlierValue.ts';
import { nameEnd } from './end.ts';
import type { Place } from './header.ts';
import type { Cell, IntakeRow, Problem, Question, Understood } from './intake.ts';
import { nameItem } from './item.ts';
import { among, type Cells, type Named, type Unnamed } from './names.ts';
import type { DataRow } from './rows.ts';
import { sentence } from './values.ts';

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
    if (isBehind.size > 0 && texts.some((text, at) => text !== '' && isBehind.has(at))) {
      const separator = separators[asked.source?.delimiter ?? ''] ?? 'commas';
      const message = `Row ${number} has more values than the header; put quotation marks around values with ${separator}.`;
      problems.push({ message, row: number, column: null, ids: [] });
    }
    const textIn = (id: string) => filled.find(({ column }) => column.id === id)?.text ?? '';
    for (const { column, header, text, cell } of filled) {
      const readAs = kind === EARLIER_VALUE ? columnToRead(column, textIn) : column;
      const meaning = read(readAs, text, cell);
      if ('wrong' in meaning) {
        const { candidates, wrong } = meaning;
        const question = candidates && { id: questionOf(readAs, text), candidates };
        const message = sentence(number, header, text, wrong);
        problems.push({
          message,
          row: number,
          column: header,
          ids: [column.id],
          ...(question && { question }),
        });
      } else cells[column.id] = { from: text, ...meaning };
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
    return { cells, problems };
  }

  function namingProblem(number: number, { wrong, id = '', ids, question }: Unnamed, cells: Cells): Problem {
    const { [id]: cell } = cells;
    const header = headers.get(id) ?? labelOf(kind, id);
    return {
      message: cell ? sentence(number, header, cell.from, wrong) : `Row ${number} ${wrong}.`,
      row: number,
      column: cell ? header : null,
      ids,
      ...(question && { question }),
    };
  }

  return (given) => {
    const { number, texts } = given;
    const added = addedTo(number);
    const { cells, problems } = readCells(given, added);
    // A row with a wrong cell may name another item than it means.
    const all = problems.length === 0 ? nameOf(cells) : [];
    for (const one of all) if ('wrong' in one) problems.push(namingProblem(number, one, cells));
    const named = all.filter((one) => 'ref' in one);
    for (const [id, as] of named.flatMap((one) => Object.entries(one.as ?? {}))) {
      const { [id]: cell } = cells;
      if (cell && cell.value !== as) cells[id] = { ...cell, value: as, as };
    }
    const row = { number, texts, ...(added && { added }), cells, problems };
    if (problems.length > 0) return { id: undefined, row: { ...row, proposed: null } };
    const proposed = { ref: refIn(kind, named), values: Object.fromEntries(valuesIn(kind, cells)) };
    return { id: named.map(({ id }) => id).join(' – '), row: { ...row, proposed } };
  };
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
