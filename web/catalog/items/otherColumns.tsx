import { IconMessage } from '@tabler/icons-react';
import type { FieldFacts } from '../../../contract/field.ts';
import { factsOfForm } from '../../../contract/form.ts';
import { type ItemKind, type Items, itemKinds } from '../../../contract/kinds.ts';
import type { Program } from '../../../contract/relationships.ts';
import { timeOf } from '../../lib/time.ts';
import type { Quarter } from '../../terms/lookups.ts';
import { TipButton } from '../../ui/popups/TipButton.tsx';
import type { Column, Value } from '../../ui/table/column.ts';
import { programView } from '../kinds/relationship.tsx';
import type { ItemView } from './itemView.ts';

type Row = Readonly<Record<string, Value>>;

/**
 * The columns of the fields that a list of a kind shows only if they are chosen (contract 11). Together with the columns of
 * the list they are all fields of an item.
 */
export function otherColumns<K extends ItemKind>(view: ItemView<K>, quarter: Quarter): Column<Items[K]>[] {
  const listed = new Set<string>(view.columns(quarter).map(({ id }) => id));
  const stateOf = (row: Row) => view.stateOf(row as unknown as Items[K], quarter);
  const fields = Object.entries(factsOfForm(view.editForm))
    .filter(([name]) => name !== 'version')
    .map(([name, facts]) => ({
      ...columnOf(name, facts, quarter),
      ...(name === view.active ? { cell: stateOf } : {}),
    }));
  const { key, savedBy } = itemKinds[view.kind];
  const keyColumn = { id: key, header: 'Key', value: (row: Row) => row[key] ?? null };
  const others = [...fields, keyColumn, ...saveColumns(savedBy)].filter(({ id }) => !listed.has(id));
  // The forms name their fields as texts.
  return [...(others as unknown as Column<Items[K]>[]), ...(view.derived ?? [])];
}

function columnOf(id: string, { label: header, lookup, lines }: FieldFacts, quarter: Quarter): Column<Row> {
  const stored = (row: Row): Value => row[id] ?? null;
  if (lookup === 'term')
    return { id, header, value: (row) => quarter(stored(row) as string | null), sort: stored };
  if (lines) return { id, header, value: stored, cell: (row) => commentCell(header, stored(row)) };
  return { id, header, value: stored };
}

/** Too long for a row: a button shows the text. */
const commentCell = (header: string, text: Value) =>
  text ? <TipButton name={header} tip={String(text)} icon={<IconMessage size={18} />} /> : '';

/** The time and user of the last save, and the version. */
const saveColumns = (savedBy: string): Column<Row>[] => [
  {
    id: 'lastModified',
    header: 'Last Modified',
    value: ({ lastModified }) => timeOf(String(lastModified)),
    sort: ({ lastModified = null }) => lastModified,
    csv: ({ lastModified = null }) => lastModified,
  },
  { id: savedBy, header: 'Modified By', value: (row) => row[savedBy] ?? null },
  { id: 'version', header: 'Version', value: ({ version = null }) => version },
];

/** All columns of the relationship between a major and a degree. */
export const programColumns = (quarter: Quarter): Column<Program>[] => [
  ...programView.columns(quarter),
  ...(saveColumns('lastModifiedBy') as unknown as Column<Program>[]),
];

/** All columns of a kind, for rows in which its item is a part: 'Maj CIP Code' of `major.cipCode`. */
export const partColumns = <K extends ItemKind>(
  view: ItemView<K>,
  prefix: string,
  quarter: Quarter,
): Column<Record<K, Items[K] | null>>[] =>
  [...view.columns(quarter), ...otherColumns(view, quarter)].map((column) =>
    ofPart<K, Items[K]>(view.kind, prefix, column),
  );

/** Turns a column of an item or relationship into a column of rows in which it is a part. Empty without that part. */
export function ofPart<Name extends string, Part>(
  name: Name,
  prefix: string,
  { id, header, value, sort = value, cell, to, mark, csv = value }: Column<Part>,
): Column<Record<Name, Part | null>> {
  const read =
    <Result,>(of: (part: Part) => Result) =>
    ({ [name]: part }: Record<Name, Part | null>): Result | null =>
      part && of(part);
  return {
    id: `${name}.${id}`,
    header: `${prefix} ${header}`,
    value: read(value),
    sort: sort && read(sort),
    csv: csv && read(csv),
    ...(cell ? { cell: (row) => read(cell)(row) ?? '' } : {}),
    ...(to ? { to: read(to) } : {}),
    ...(mark ? { mark: read(mark) } : {}),
  };
}
