import { useMemo } from 'react';
import { put, useUrlParams } from '../../lib/searchParams.ts';
import type { Column } from './column.ts';

/** The URL parameter with the names of the shown columns, in their order, separated by commas (contract 11). */
export const COLS = 'cols';

interface ShownColumns<Row> {
  /** The columns that the URL names; null if it names none that exists. */
  chosen: readonly Column<Row>[] | null;
  /** The names that are left out, in words: they do not exist, or come a second time. */
  leftOut: readonly string[];
}

/** Reads the names of the columns in a URL. The first chosen column stays visible when the table scrolls sideways. */
export function readColumns<Row>(written: string | null, all: readonly Column<Row>[]): ShownColumns<Row> {
  const names = (written ?? '').split(',').filter(Boolean);
  const known = new Map(all.map((column) => [column.id, column]));
  const leftOut = names.flatMap((name, at) => {
    if (!known.has(name)) return [`column “${name}”`];
    return names.indexOf(name) < at ? [`second column “${name}”`] : [];
  });
  const chosen = [...new Set(names)].flatMap((name) => known.get(name) ?? []);
  return {
    chosen:
      chosen.length > 0
        ? chosen.map((column, at) => ({ ...column, isPinned: at === 0 ? ('edge' as const) : undefined }))
        : null,
    leftOut,
  };
}

/** The columns that the URL names among `all`, which must be stable, and a setter. */
export function useShownColumns<Row>(all: readonly Column<Row>[]) {
  const { params, change } = useUrlParams();
  const written = params.get(COLS);
  const shown = useMemo(() => readColumns(written, all), [written, all]);
  /** Shows other columns, with a new history entry. Null shows those of the specification again. */
  const set = (ids: readonly string[] | null) => {
    const next = ids?.join(',') ?? null;
    if (next !== written) change((now) => put(now, COLS, next));
  };
  return { ...shown, set };
}
