import { useMemo } from 'react';
import type { ItemKind, Items } from '../../../contract/items.ts';
import { type Quarter, useQuarter } from '../../terms/lookups.ts';
import { type Bounds, boundsOf, spanText } from '../../terms/periods.ts';
import type { Column } from '../../ui/table/column.ts';
import { endedMark } from './ActiveState.tsx';
import { hasPassed } from './ended.ts';
import { type ItemView, useColumns } from './itemView.ts';

/** What a card says of an item or a relationship in words. */
interface Facts {
  words: readonly (string | null)[];
  span: Bounds;
  isActive: boolean;
}

/** The column of a card that says when it is in effect, and what else matters: 'Graduate · since F11'. */
export function factsColumn<Row>(quarter: Quarter, factsOf: (row: Row) => Facts): Column<Row> {
  return {
    id: 'facts',
    header: 'Facts',
    value: (row) => {
      const { words, span, isActive } = factsOf(row);
      // What has ended is marked as such.
      const state = isActive || hasPassed(span.end) ? null : 'not active';
      return [...words, spanText(span, quarter), state].filter(Boolean).join(' · ');
    },
    sort: false,
    mark: (row) => endedMark(factsOf(row).span.end),
  };
}

/** Of the columns of a kind, those that a card begins with: the code, as a text, and the title, which is the link. */
export function useCardHead<K extends ItemKind>(view: ItemView<K>): readonly Column<Items[K]>[] {
  const columns = useColumns(view);
  return useMemo(() => {
    const named = (field: string) => columns.filter(({ id }) => id === field);
    return [...named(view.card.code).map(({ to: _to, ...code }) => code), ...named(view.card.title)];
  }, [columns, view]);
}

/** The columns that the rows of a list have on a phone, where they are cards. */
export function useCards<K extends ItemKind>(view: ItemView<K>): readonly Column<Items[K]>[] {
  const quarter = useQuarter();
  const head = useCardHead(view);
  return useMemo(
    () => [
      ...head,
      factsColumn(quarter, (item: Items[K]) => ({
        words: view.card.factsOf?.(item) ?? [],
        span: boundsOf(view.kind, item),
        isActive: Boolean(item[view.activeField]),
      })),
    ],
    [view, head, quarter],
  );
}
