import { useCallback, useMemo, useState } from 'react';
import { useLocation } from 'react-router';
import type { ItemKey, ItemKind, Items } from '../../contract/kinds.ts';
import type { Link, Program, Related } from '../../contract/relationships.ts';
import { factsColumn, useCardHead } from '../catalog/items/cards.ts';
import { relatedTermState } from '../catalog/items/inEffect.ts';
import { type ItemView, keyOf, useColumns } from '../catalog/items/itemView.ts';
import { withQuietMark } from '../catalog/items/quietMark.tsx';
import { rowKeys } from '../catalog/items/RowActions.tsx';
import { itemViews } from '../catalog/kinds/kinds.ts';
import { relationshipViewOf } from '../catalog/kinds/relationship.tsx';
import { titleOf } from '../catalog/relationships/ends.ts';
import { itemPath } from '../lib/paths.ts';
import { useAsOf, withAsOf } from '../terms/asOf.ts';
import { useQuarter } from '../terms/lookups.ts';
import { runningTerm } from '../terms/runningTerm.ts';
import { actionsColumn, type Column } from '../ui/table/column.ts';
import { ShortTable } from '../ui/table/ShortTable.tsx';
import { Collapsible } from './Collapsible.tsx';
import { countedText } from './countText.ts';
import { FoldableCard } from './FoldableCard.tsx';
import classes from './itemPage.module.css';
import { RelatedActions, RelatedMenu } from './RelatedActions.tsx';
import { useDeleteRelationship } from './useDeleteRelationship.ts';

interface Props<To extends ItemKind> {
  link: Link<To>;
  /** The item that all rows are related to. */
  fromKey: ItemKey;
  rows: readonly Related<Items[To]>[];
}

type Row<To extends ItemKind> = Related<Items[To]>;

/**
 * The related items of an item for one kind of relationship (spec 2). Starts open. As of a term, items that are not in
 * effect then are collapsed.
 */
export function RelatedList<To extends ItemKind>({ link, fromKey, rows }: Props<To>) {
  const [isOpen, setOpen] = useState(true);
  const quarter = useQuarter();
  const { pathname } = useLocation();
  const { term, asOf } = useAsOf();
  const askToDelete = useDeleteRelationship();
  const view: ItemView<To> = itemViews[link.to];
  const title = titleOf(link, view.heading);
  const listed = useColumns(view);
  const cardHead = useCardHead(view);
  const actionsOn = useCallback(
    ({ item }: Row<To>) => {
      const toKey = keyOf(view, item);
      const ends = { link, fromKey, toKey };
      const onDelete = () => askToDelete(ends, view.nameInQuestion(item));
      const page = withAsOf(itemPath(link.to, toKey), asOf);
      return { ends, name: view.nameOf(item), page, back: withAsOf(pathname, asOf), onDelete };
    },
    [view, link, fromKey, pathname, asOf, askToDelete],
  );
  const at = term ?? runningTerm;
  const termStateOf = (row: Row<To>) => relatedTermState(link.to, row, at);
  const isQuiet = useCallback(
    (row: Row<To>) => at !== '' && relatedTermState(link.to, row, at) !== 'in effect',
    [link, at],
  );
  const columns = useMemo(
    () =>
      withQuietMark<Row<To>>(
        [
          ...view.related.flatMap((field) => listed.filter(({ id }) => id === field)).map(ofItem),
          ...relationshipViewOf(link.relationship).columns(quarter),
          actionsColumn((row) => <RelatedActions {...actionsOn(row)} />),
        ],
        isQuiet,
      ),
    [view, listed, link, quarter, actionsOn, isQuiet],
  );
  const cards = useMemo(
    () =>
      withQuietMark<Row<To>>(
        [
          ...cardHead.map(ofItem),
          factsColumn(quarter, ({ item, startTerm, endTerm, active, ...program }) => ({
            words: [...(view.card.factsOf?.(item) ?? []), lengthText(program)],
            span: { start: startTerm, end: endTerm },
            isActive: active,
          })),
          actionsColumn((row) => <RelatedMenu {...actionsOn(row)} />),
        ],
        isQuiet,
      ),
    [view, cardHead, quarter, actionsOn, isQuiet],
  );
  const isCollapsed = (row: Row<To>) => term !== null && termStateOf(row) !== 'in effect';
  const shown = rows.filter((row) => !isCollapsed(row));
  const collapsed = rows.filter(isCollapsed);
  const table = (label: string, items: readonly Row<To>[]) => (
    <ShortTable
      label={label}
      columns={columns}
      cards={cards}
      items={items}
      rowKeys={rowKeys}
      rowProps={(row) => ({ 'data-quiet': isQuiet(row) || undefined })}
      keyOf={({ item }) => keyOf(view, item)}
      defaultSort={view.defaultSort.map(({ id, desc }) => ({ id: idOfItem(id), desc }))}
    />
  );
  // A page that did not come from the server has no running term.
  const note = at
    ? countedText(rows.map(termStateOf), term)
    : rows.length > 0 && rows.length.toLocaleString('en-US');
  return (
    <FoldableCard title={title} note={note} isOpen={isOpen} onFold={setOpen}>
      {shown.length > 0 && table(title, shown)}
      {collapsed.length > 0 && (
        <Collapsible of={title} count={collapsed.length}>
          {table(`${title} not in effect`, collapsed)}
        </Collapsible>
      )}
      {rows.length === 0 && <p className={classes.empty}>No results found.</p>}
    </FoldableCard>
  );
}

/** '2 years, 6 quarters'. Only a major and a degree have a length. */
function lengthText({ programLengthYrs, programLengthQtrs }: Partial<Program>): string | null {
  const lengths = { year: programLengthYrs, quarter: programLengthQtrs };
  const known = Object.entries(lengths).filter(([, length]) => length != null);
  return known.map(([unit, length]) => `${length} ${unit}${length === 1 ? '' : 's'}`).join(', ') || null;
}

const idOfItem = (id: string) => `item.${id}`;

/** Turns a column of an item into a column of a relationship to that item. */
const ofItem = <Item,>({
  id,
  header,
  value,
  sort = value,
  to,
  isRowHeader,
}: Column<Item>): Column<{ item: Item }> => ({
  id: idOfItem(id),
  header,
  value: ({ item }) => value(item),
  sort: sort && (({ item }) => sort(item)),
  to: ({ item }) => to?.(item) ?? null,
  ...(isRowHeader && { isRowHeader }),
});
