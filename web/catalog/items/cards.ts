import { useMemo } from 'react';
import type { Quarter } from '../../../contract/columns/quarters.ts';
import type { ItemKind, Items } from '../../../contract/kinds.ts';
import { type Bounds, boundsOf } from '../../../contract/spans.ts';
import { useQuarter } from '../../terms/lookups.ts';
import { spanText } from '../../terms/periods.ts';
import { hasPassed } from '../../terms/runningTerm.ts';
import type { Column } from '../../ui/table/column.ts';
import { endedMark } from './ActiveState.tsx';
import { type ItemView, useColumns } from './itemView.ts';

/** The details of an item or a relationship on its card. */
interface Facts {
  words: readonly (string | null)[];
  span: Bounds;
  isActive: boolean;
}

/** The column of a card with the period in effect and other details: 'Graduate · since F11'. */
export function factsColumn<Row>(quarter: Quarter, factsOf: (row: Row) => Facts): Column<Row> {
  return {
    id: 'facts',
    header: 'Facts',
    value: (row) => {
      const { words, span, isActive } = factsOf(row);
      // An end that has passed is marked already.
      const state = isActive || hasPassed(span.end) ? null : 'not active';
      return [...words, spanText(span, quarter), state].filter(Boolean).join(' · ');
    },
    sort: false,
    mark: (row) => endedMark(factsOf(row).span.end),
  };
}

/** The leading columns of a kind's cards: the code, as plain text, and the title, which is the link. */
export function useCardHead<K extends ItemKind>(view: ItemView<K>): readonly Column<Items[K]>[] {
  const columns = useColumns(view);
  return useMemo(() => {
    const named = (field: string) => columns.filter(({ id }) => id === field);
    return [...named(view.card.code).map(({ to: _to, ...code }) => code), ...named(view.card.title)];
  }, [columns, view]);
}

/** The columns of a list on a phone, where the rows are cards. */
export function useCards<K extends ItemKind>(view: ItemView<K>): readonly Column<Items[K]>[] {
  const quarter = useQuarter();
  const head = useCardHead(view);
  return useMemo(
    () => [
      ...head,
      factsColumn(quarter, (item: Items[K]) => ({
        words: view.card.factsOf?.(item) ?? [],
        span: boundsOf(view.kind, item),
        isActive: Boolean(item[view.active]),
      })),
    ],
    [view, head, quarter],
  );
}
