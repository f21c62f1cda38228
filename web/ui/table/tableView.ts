import { useEffect, useMemo, useRef, useState } from 'react';
import type { OnSort, SortedBy } from '../../../contract/columns/sortRows.ts';
import { put, useUrlParams } from '../../lib/searchParams.ts';
import type { Column } from './column.ts';

/** Spec 9: the page sizes; 0 means all rows. */
export const listSizes = [50, 100, 150, 200, 250, 0] as const;

/** The time without typing after which the filter is written to the URL, in ms. */
const SETTLES_AFTER = 200;

/** The state of a table, which is in the URL: filter (`q`), order (`sort`), `page` and page `size`. */
export function useTableView<Row>(
  columns: readonly Column<Row>[],
  defaultSort: readonly SortedBy[],
  pageSizes: readonly number[],
) {
  const { params, change } = useUrlParams();
  const [text, setText, settleText] = useFilterText(params.get('q') ?? '', (settled) =>
    change(
      (now) => {
        put(now, 'q', settled);
        now.delete('page');
      },
      { replace: true },
    ),
  );
  // The same object while the user types, so that components that use only this do not render again.
  const place = useMemo(() => {
    const sortIn = (now: URLSearchParams) => {
      const sort = readSort(now.get('sort'), columns);
      return sort.length > 0 ? sort : defaultSort;
    };
    /** An empty order restores the default one. */
    const setSort: OnSort = (next) =>
      change((now) => {
        put(
          now,
          'sort',
          next(sortIn(now))
            .map(({ id, desc }) => (desc ? `-${id}` : id))
            .join(','),
        );
        now.delete('page');
      });
    return {
      sort: sortIn(params),
      setSort,
      /** Spec 4: tables start on page index 0. */
      pageIndex: Math.max(0, Math.trunc(Number(params.get('page')) || 1) - 1),
      setPageIndex: (index: number) =>
        change((now) => put(now, 'page', index > 0 ? String(index + 1) : null)),
      pageSizes,
      pageSize: readSize(params.get('size'), pageSizes),
      setPageSize: (next: number) =>
        change((now) => {
          put(now, 'size', next === 0 ? 'all' : next === pageSizes[0] ? null : String(next));
          now.delete('page');
        }),
    };
  }, [params, change, columns, defaultSort, pageSizes]);
  return { text, setText, settleText, place };
}

/** Sort order, page and page size. */
export type Place = ReturnType<typeof useTableView>['place'];

/** Falls back to the first size, the default. */
const readSize = (written: string | null, sizes: readonly number[]): number =>
  sizes.find((size) => written === (size === 0 ? 'all' : String(size))) ?? sizes[0] ?? 0;

/** Parses `title,-yearStart`: by title, then by start year descending. Ignores unknown columns and duplicates. */
function readSort<Row>(written: string | null, columns: readonly Column<Row>[]): SortedBy[] {
  const known = new Set(columns.filter(({ sort }) => sort !== false).map(({ id }) => id));
  return (written ?? '')
    .split(',')
    .map((one) => ({ id: one.replace(/^-/, ''), desc: one.startsWith('-') }))
    .filter(({ id }, at, all) => known.has(id) && all.findIndex((other) => other.id === id) === at);
}

/**
 * The filter input owns its text and the URL follows later; otherwise letters would get lost. Back and Forward update the
 * input. On blur the URL is updated immediately: a later update would undo the navigation of a clicked link.
 */
export function useFilterText(written: string, settle: (text: string) => void) {
  const [text, setText] = useState(written);
  const last = useRef(written);
  // The texts that have been sent to the URL and are not in it yet. On a slow machine there may be several.
  const pendingTexts = useRef<string[]>([]);
  const timer = useRef<number>(undefined);
  useEffect(() => {
    const shown = pendingTexts.current.indexOf(written) + 1;
    pendingTexts.current.splice(0, shown || pendingTexts.current.length);
    if (shown || written === last.current) return;
    clearTimeout(timer.current);
    last.current = written;
    setText(written);
  }, [written]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const settleNow = (next: string) => {
    clearTimeout(timer.current);
    if (next === last.current) return;
    last.current = next;
    pendingTexts.current.push(next);
    settle(next);
  };
  const type = (next: string) => {
    setText(next);
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => settleNow(next), SETTLES_AFTER);
  };
  return [text, type, () => settleNow(text)] as const;
}
