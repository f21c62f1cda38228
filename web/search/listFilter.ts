import { fieldColumn } from '../../contract/columns/dataColumn.ts';
import type { Quarter } from '../../contract/columns/quarters.ts';
import { itemInEffect } from '../catalog/items/inEffect.ts';
import { countOf } from '../catalog/items/itemView.ts';
import { itemViews } from '../catalog/kinds/kinds.ts';
import { listPath } from '../lib/paths.ts';
import { withAsOf } from '../terms/asOf.ts';
import type { Column } from '../ui/table/column.ts';
import { searcher, wordsOf } from '../ui/table/filterRows.ts';
import { COLS } from '../ui/table/shownColumns.ts';
import { foldText, numberFieldsOf, wordsIn } from './itemIndex.ts';
import type { Hit } from './rankItems.ts';
import type { PageTerm, Place } from './screensAndActions.ts';
import type { SearchedList } from './useSearchLists.ts';

/** What the screen of a list finds with the columns of the specification, and with those of the numbers too. */
interface ListFilters {
  quarter: Quarter;
  columns: readonly Column<object>[];
  byShown: (words: readonly string[]) => readonly object[];
  withNumbers: (words: readonly string[]) => readonly object[];
}

/** The filters of lists. Each builds the texts of its list once. */
const filters = new WeakMap<readonly object[], ListFilters>();

function filtersOf({ kind, items }: SearchedList, quarter: Quarter): ListFilters {
  const known = filters.get(items);
  if (known?.quarter === quarter) return known;
  const shown = itemViews[kind].columns(quarter) as unknown as readonly Column<object>[];
  const numbers = numberFieldsOf(kind).map((field) => fieldColumn(field, field)) as readonly object[];
  const columns = [...shown, ...(numbers as readonly Column<object>[])];
  const made = { quarter, columns, byShown: searcher(shown, items), withNumbers: searcher(columns, items) };
  filters.set(items, made);
  return made;
}

/**
 * The screen of a list, filtered so that it shows all these hits, with the number of rows that it then shows. These may be
 * more, since a list also looks into its other columns, or fewer as of a term. If the hits need a CIP or HEGIS code, the
 * screen has these columns too. Null if no filter finds all hits, such as those of a key.
 */
export function filteredList(
  list: SearchedList,
  hits: readonly Hit[],
  typed: string,
  { asOf, term, quarter }: PageTerm & { quarter: Quarter },
): Place | null {
  const { kind } = list;
  const { columns, byShown, withNumbers } = filtersOf(list, quarter);
  const cols = columns.map(({ id }) => id).join(',');
  const texts = [typed.trim(), plainText(typed)].filter(Boolean);
  const screens = [
    ...texts.map((q) => ({ params: { q }, find: byShown })),
    ...texts.map((q) => ({ params: { q, [COLS]: cols }, find: withNumbers })),
  ];
  // The first is nearly always the one, so the others are not even filtered.
  const fitting = screens.find(({ params, find }) => {
    const shown = new Set(find(wordsOf(params.q)));
    return hits.every(({ found }) => shown.has(found.item));
  });
  if (!fitting) return null;
  const isShown = itemInEffect(kind) as (row: object, term: string) => boolean;
  const rows = fitting.find(wordsOf(fitting.params.q));
  const count = rows.filter((row) => term === null || isShown(row, term)).length;
  const inTerm = term === null ? '' : ` in effect in ${quarter(term)}`;
  const query = new URLSearchParams(fitting.params).toString();
  return count === 0
    ? null
    : {
        label: `Show all ${countOf(itemViews[kind], count)}${inTerm}`,
        to: withAsOf(`${listPath(kind)}?${query}`, asOf),
      };
}

/** The words of a text that a list finds as the search does: a list does not read `&` as `and`. */
const plainText = (typed: string): string =>
  wordsIn(foldText(typed))
    .filter((word) => word !== 'and')
    .join(' ');
