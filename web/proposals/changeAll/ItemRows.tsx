import { Checkbox } from '@mantine/core';
import { use, useCallback, useMemo } from 'react';
import { textOf } from '../../../contract/columns/dataColumn.ts';
import type { ItemKind, Items } from '../../../contract/kinds.ts';
import { useCards } from '../../catalog/items/cards.ts';
import { countOf, type ItemView, useColumns } from '../../catalog/items/itemView.ts';
import { type Stored, valueText } from '../../history/describeChange.ts';
import { useQuarter } from '../../terms/lookups.ts';
import type { Column } from '../../ui/table/column.ts';
import { ResultTable } from '../../ui/table/ResultTable.tsx';
import { ShortTable } from '../../ui/table/ShortTable.tsx';
import { AllRows } from '../AllRows.tsx';
import classes from '../proposal.module.css';
import { countSelected, FEW, isSelected, Selecting, toggleRow } from '../rowSelection.ts';
import { changeableFields } from './filteredItems.ts';
import { endedMarks, idOfItem } from './leftOut.ts';

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
  const idOf = useCallback((item: Items[K]) => idOfItem(kind, item), [kind]);
  const marks = useMemo(() => endedMarks(kind, items, quarter), [kind, items, quarter]);
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
        mark: marks.get(idOf(item)),
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
  }, [view, items, field, listed, cards, quarter, idOf, marks]);
  const selected = countSelected(selection, items.map(idOf));
  return (
    <>
      <div className={classes.top}>
        {items.length > 1 && (
          <AllRows
            label={`All ${countOf(view, items.length)}`}
            count={items.length}
            selected={selected}
            onSelect={onSelect}
          />
        )}
        <output className={classes.selected}>
          {`${selected.toLocaleString('en-US')} of ${items.length.toLocaleString('en-US')} selected`}
        </output>
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
  /** 'Ended S19'. */
  mark: string | undefined;
}

/** Renders the checkbox of an item. */
const checkboxOf =
  <Item,>(propsOf: (item: Item) => CheckboxProps) =>
  (item: Item) => <ItemCheckbox {...propsOf(item)} />;

function ItemCheckbox({ id, name, text, mark }: CheckboxProps) {
  const { selection, onSelect } = use(Selecting);
  return (
    <div className={classes.itemChoice}>
      <Checkbox
        className={classes.rowChoice}
        label={text}
        aria-label={[name, mark].filter(Boolean).join(', ')}
        checked={isSelected(selection, id)}
        onChange={() => onSelect(toggleRow(selection, id))}
      />
      {mark && <span className={classes.ended}>{mark}</span>}
    </div>
  );
}
