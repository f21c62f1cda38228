import { createContext } from 'react';
import type { ProposalRow } from '../../contract/proposals.ts';
import { put } from '../lib/searchParams.ts';

/** So few rows need no filter, pages or downloads. */
export const FEW = 50;

/** The rows that the user has cleared ('skip'), or the only rows that are selected ('only'), by their IDs. */
export interface RowSelection {
  mode: 'skip' | 'only';
  ids: ReadonlySet<string>;
}

export const allRows: RowSelection = { mode: 'skip', ids: new Set() };
export const noRows: RowSelection = { mode: 'only', ids: new Set() };

export const isSelected = ({ mode, ids }: RowSelection, id: string): boolean =>
  ids.has(id) === (mode === 'only');

/** The selection with these rows selected, or not. */
export function setRows(
  { mode, ids }: RowSelection,
  some: Iterable<string>,
  areSelected: boolean,
): RowSelection {
  const next = new Set(ids);
  for (const id of some)
    if (areSelected === (mode === 'only')) next.add(id);
    else next.delete(id);
  return { mode, ids: next };
}

export function toggleRow({ mode, ids }: RowSelection, id: string): RowSelection {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return { mode, ids: next };
}

/** The ID of a row in a URL: 'major.12', 'majorDegree.12.7'. The same for every preview of the row. */
export const rowId = ({ kind, ref }: Pick<ProposalRow, 'kind' | 'ref'>): string =>
  [
    kind,
    ...Object.values(ref).flatMap((part) => (typeof part === 'object' ? Object.values(part ?? {}) : part)),
  ].join('.');

const modes = ['skip', 'only'] as const;

/** Reads a selection from a URL; null without one. */
export function readSelection(params: URLSearchParams): RowSelection | null {
  const mode = modes.find((one) => params.has(one));
  return mode ? { mode, ids: new Set((params.get(mode) ?? '').split(',').filter(Boolean)) } : null;
}

/** Writes a selection into a URL. `start` is the one that the screen has without it. */
export function writeSelection(params: URLSearchParams, { mode, ids }: RowSelection, start = allRows): void {
  for (const one of modes) params.delete(one);
  const text = [...ids].join(',');
  if (mode === 'only' || start.ids.size > 0) params.set(mode, text);
  else put(params, 'skip', text);
}

/** The number of these rows that are selected. */
export const countSelected = (selection: RowSelection, ids: readonly string[]): number =>
  ids.filter((id) => isSelected(selection, id)).length;

interface Selecting {
  selection: RowSelection;
  onSelect: (next: RowSelection) => void;
}

/** The selected rows of a screen. */
export const Selecting = createContext<Selecting>({ selection: allRows, onSelect: () => {} });
