import { useQuery } from '@tanstack/react-query';
import { createContext, type MouseEvent, use, useCallback, useMemo } from 'react';
import type { ItemKind, Items } from '../../../contract/kinds.ts';
import { useQuarter } from '../../terms/lookups.ts';
import { LoadError, useHasLoadError } from '../../ui/LoadError.tsx';
import { Loader } from '../../ui/Loader.tsx';
import { type Column, withoutLinks } from '../../ui/table/column.ts';
import { ResultTable } from '../../ui/table/ResultTable.tsx';
import { itemInEffect } from '../items/inEffect.ts';
import { type ItemView, keyOf, useColumns } from '../items/itemView.ts';
import classes from './relationship.module.css';

interface Choosing {
  /** One item can be chosen with radio buttons, several with checkboxes. */
  type: 'radio' | 'checkbox';
  /** The chosen keys, and the keys that are already related. */
  chosen: ReadonlySet<string>;
  related: ReadonlySet<string>;
  choose: (key: string) => void;
  /** The term in which the relationship starts. Items that are not in effect then are marked. Null marks none. */
  term: string | null;
}

interface Props<K extends ItemKind> extends Choosing {
  view: ItemView<K>;
}

/** Spec 9: the page sizes of this table. */
const pickerSizes = [10, 25, 50, 100, 150];
const noItems: never[] = [];
const rowKeys = ['Space select'];

/**
 * A table of the items that can be related, with a radio button or a checkbox in each row, which a click anywhere in the row
 * clicks. Items that are already related are marked and disabled. Items that are not in effect when the relationship starts are marked.
 */
export function Candidates<K extends ItemKind>({ view, ...choosing }: Props<K>) {
  const reading = useQuery(view.listQuery);
  const { data } = reading;
  const hasLoadError = useHasLoadError(reading);
  const listed = useColumns(view);
  const columns = useMemo(() => [choiceColumn(view), ...withoutLinks(listed)], [view, listed]);
  const items: readonly Items[K][] = data ?? noItems;
  const keyOfItem = useCallback((item: Items[K]) => keyOf(view, item), [view]);
  // A click anywhere in a row selects it. One on the label clicks its input.
  const rowProps = (item: Items[K]) => {
    const key = String(keyOf(view, item));
    return {
      'aria-selected': choosing.chosen.has(key),
      onClick: ({ target }: MouseEvent) =>
        (target as Element).closest('label') || choosing.related.has(key) || choosing.choose(key),
    };
  };
  const chosen = items.filter((item) => choosing.chosen.has(String(keyOf(view, item))));
  if (hasLoadError) return <LoadError what={`The ${view.heading.toLowerCase()}`} reading={reading} />;
  if (!data) return <Loader />;
  return (
    <Choosing value={choosing}>
      <ResultTable
        label={view.heading}
        exportName={null}
        columns={columns}
        items={items}
        keyOf={keyOfItem}
        rowKeys={rowKeys}
        rowProps={rowProps}
        defaultSort={view.defaultSort}
        pageSizes={pickerSizes}
      />
      <output className={classes.chosen}>
        {chosen.length > 0 ? `Selected: ${chosen.map(view.nameOf).join(', ')}` : 'Nothing is selected yet.'}
      </output>
    </Choosing>
  );
}

// A context, because columns that depend on the selection would rebuild the whole table.
const Choosing = createContext<Choosing>({
  type: 'radio',
  chosen: new Set(),
  related: new Set(),
  choose: () => {},
  term: null,
});

const choiceColumn = <K extends ItemKind>(view: ItemView<K>): Column<Items[K]> => ({
  id: 'select',
  header: 'Select',
  value: () => null,
  sort: false,
  csv: false,
  cell: (item) => (
    <Choice
      itemKey={String(keyOf(view, item))}
      name={view.nameOf(item)}
      isIn={(term) => itemInEffect(view.kind)(item, term)}
    />
  ),
});

interface ChoiceProps {
  itemKey: string;
  name: string;
  /** Whether the item is in effect in a term. */
  isIn: (term: string) => boolean;
}

function Choice({ itemKey, name, isIn }: ChoiceProps) {
  const { type, chosen, related, choose, term } = use(Choosing);
  const quarter = useQuarter();
  const isRelated = related.has(itemKey);
  const note = isRelated
    ? 'already related'
    : term !== null && !isIn(term)
      ? `not in effect in ${quarter(term)}`
      : null;
  return (
    <label className={classes.choice}>
      <input
        type={type}
        name="toKey"
        aria-label={note ? `${name}, ${note}` : name}
        disabled={isRelated}
        checked={chosen.has(itemKey)}
        onChange={() => choose(itemKey)}
      />
      {note && <span>{isRelated ? 'Related' : `Not in effect in ${quarter(term)}`}</span>}
    </label>
  );
}
