import { Checkbox } from '@mantine/core';
import { use, useMemo } from 'react';
import { type ItemKind, type Items, itemKinds } from '../../../contract/kinds.ts';
import { useCards } from '../../catalog/items/cards.ts';
import { countOf, type ItemView, keyOf, useColumns } from '../../catalog/items/itemView.ts';
import { type Stored, valueText } from '../../history/describeChange.ts';
import { useQuarter } from '../../terms/lookups.ts';
import { type Column, textOf } from '../../ui/table/column.ts';
import { ResultTable } from '../../ui/table/ResultTable.tsx';
import { ShortTable } from '../../ui/table/ShortTable.tsx';
import { AllRows } from '../AllRows.tsx';
import classes from '../proposal.module.css';
import { FEW, isSelected, rowId, Selecting, toggleRow } from '../rowSelection.ts';
import { changeableFields } from './filteredItems.ts';

interface Props<K extends ItemKind> {
  view: ItemView<K>;
  items: readonly Items[K][];
  /** The field to change; null until it is chosen. Its current values are shown. */
  field: string | null;
}

/** The items that are about to be changed, each with a checkbox. */
export function ItemRows<K extends ItemKind>({ view, items, field }: Props<K>) {
  const { kind } = view;
  const { selection, onSelect } = use(Selecting);
  const quarter = useQuarter();
  const listed = useColumns(view);
  const cards = useCards(view);
  const idOf = useMemo(() => {
    const { key } = itemKinds[kind];
    return (item: Items[K]) => rowId({ kind, ref: { [key]: keyOf({ kind }, item) } });
  }, [kind]);
  const table = useMemo(() => {
    const facts = changeableFields(view).find(([name]) => name === field)?.[1];
    const isListed = listed.some(({ id }) => id === field);
    const current: Column<Items[K]>[] =
      facts && field !== null && !isListed
        ? [
            {
              id: field,
              header: facts.label,
              value: (item) => valueText(facts, (item as Record<string, Stored>)[field] ?? null, quarter),
            },
          ]
        : [];
    const withCheckbox = (column: Column<Items[K]>): Column<Items[K]> => ({
      ...column,
      cell: checkboxOf((item) => ({
        id: idOf(item),
        name: view.nameOf(item),
        text: textOf(column.value(item)),
      })),
    });
    return {
      label: view.heading,
      columns: [withCheckbox(select), ...current, ...listed],
      // A card begins with its code.
      cards: cards.map((column, at) => (at === 0 ? withCheckbox(column) : column)),
      items,
      defaultSort: view.defaultSort,
      keyOf: idOf,
      rowKeys: ['Space select'],
    };
  }, [view, items, field, listed, cards, quarter, idOf]);
  return (
    <>
      <div className={classes.top}>
        <AllRows
          label={`All ${countOf(view, items.length)}`}
          count={items.length}
          selected={items.filter((item) => isSelected(selection, idOf(item))).length}
          onSelect={onSelect}
        />
      </div>
      {items.length > FEW ? <ResultTable {...table} exportName={null} /> : <ShortTable {...table} />}
    </>
  );
}

const select = { id: 'select', header: 'Select', value: () => null, sort: false, csv: false } as const;

interface CheckboxProps {
  id: string;
  name: string;
  /** Shown beside it. */
  text: string;
}

/** Renders the checkbox of an item. */
const checkboxOf =
  <Item,>(propsOf: (item: Item) => CheckboxProps) =>
  (item: Item) => <ItemCheckbox {...propsOf(item)} />;

function ItemCheckbox({ id, name, text }: CheckboxProps) {
  const { selection, onSelect } = use(Selecting);
  return (
    <Checkbox
      className={classes.rowChoice}
      label={text}
      aria-label={name}
      checked={isSelected(selection, id)}
      onChange={() => onSelect(toggleRow(selection, id))}
    />
  );
}
