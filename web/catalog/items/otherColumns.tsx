import { IconMessage } from '@tabler/icons-react';
import {
  allProgramColumns,
  otherListColumns,
  partPrefixes,
} from '../../../contract/columns/columnsOfItems.ts';
import { ofPart as dataOfPart, type Value } from '../../../contract/columns/dataColumn.ts';
import type { Quarter } from '../../../contract/columns/quarters.ts';
import type { ItemKind, Items } from '../../../contract/kinds.ts';
import type { Program } from '../../../contract/relationships.ts';
import { TipButton } from '../../ui/popups/TipButton.tsx';
import { type Column, shownAs } from '../../ui/table/column.ts';
import { programView } from '../kinds/relationship.tsx';
import type { ItemView } from './itemView.ts';

/**
 * The columns of the fields that a list of a kind shows only if they are chosen (contract 11). Together with the columns of
 * the list they are all fields of an item.
 */
export function otherColumns<K extends ItemKind>(view: ItemView<K>, quarter: Quarter): Column<Items[K]>[] {
  const others = otherListColumns(view.kind, quarter);
  const comments = others
    .filter(({ facts }) => facts?.lines)
    .map(({ id, header, value }) => [id, { cell: (item: Items[K]) => commentCell(header, value(item)) }]);
  return shownAs<Items[K], string>(others, {
    ...Object.fromEntries(comments),
    [view.active]: { cell: (item: Items[K]) => view.stateOf(item, quarter) },
  });
}

/** Too long for a row: a button shows the text. */
const commentCell = (header: string, text: Value) =>
  text ? <TipButton name={header} tip={String(text)} icon={<IconMessage size={18} />} /> : '';

/** All columns of the relationship between a major and a degree. */
export const shownProgramColumns = (quarter: Quarter): readonly Column<Program>[] => {
  const listed = programView.columns(quarter);
  const all = shownAs(allProgramColumns(quarter), {});
  return [...listed, ...all.slice(listed.length)];
};

/** All columns of a kind, for rows in which its item is a part: 'Maj CIP Code' of `major.cipCode`. */
export const partColumns = <K extends ItemKind>(
  view: ItemView<K>,
  quarter: Quarter,
): Column<Record<K, Items[K] | null>>[] =>
  [...view.columns(quarter), ...otherColumns(view, quarter)].map((column) =>
    ofPart<K, Items[K]>(view.kind, partPrefixes[view.kind], column),
  );

/** Turns a column of an item or relationship into a column of rows in which it is a part. Empty without that part. */
export function ofPart<Name extends string, Part>(
  name: Name,
  prefix: string,
  column: Column<Part>,
): Column<Record<Name, Part | null>> {
  const { cell, to, mark } = column;
  const read =
    <Result,>(of: (part: Part) => Result) =>
    ({ [name]: part }: Record<Name, Part | null>): Result | null =>
      part && of(part);
  return {
    ...dataOfPart(name, prefix, column),
    ...(cell ? { cell: (row) => read(cell)(row) ?? '' } : {}),
    ...(to ? { to: read(to) } : {}),
    ...(mark ? { mark: read(mark) } : {}),
  };
}
