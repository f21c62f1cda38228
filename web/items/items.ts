import type { UseQueryOptions } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, useMemo } from 'react';
import type { Detail } from '../../contract/details.ts';
import type { Form } from '../../contract/form.ts';
import { type ItemKey, type ItemKind, type Items, itemKinds } from '../../contract/items.ts';
import type { ReportRow } from '../../contract/report.ts';
import { errorsOf } from '../api.ts';
import { type Quarter, useQuarter } from '../lookups/lookups.ts';
import type { Column } from '../table/column.ts';
import type { SortedBy } from '../table/order.ts';

/** The fields of an answer of a kind. */
type FieldOf<K extends ItemKind> = keyof Items[K] & string;

/** What the screens need to know of a kind of item. `kind` is also its noun: 'school'. */
export interface ItemView<K extends ItemKind> {
  kind: K;
  /** As headings say it, one and all: 'School', 'Schools'. */
  title: string;
  heading: string;
  createForm: Form;
  /** What a new one starts with, beyond what its form says by itself. */
  newValues: Record<string, unknown>;
  CreateFields: ComponentType;
  editForm: Form;
  EditFields: ComponentType;
  listQuery: UseQueryOptions<Items[K][], Error, Items[K][], string[]> & { queryKey: string[] };
  columns: (quarter: Quarter) => readonly Column<Items[K], FieldOf<K>>[];
  /** Those of its columns that it has in the lists of what it is related to. */
  related: readonly FieldOf<K>[];
  defaultSort: readonly SortedBy<FieldOf<K>>[];
  /** The flag that says whether it is active, and how that looks beside what its end says. */
  activeField: FieldOf<K>;
  stateOf: (item: Items[K], quarter: Quarter) => ReactNode;
  /** What a person calls one of them. */
  nameOf: (item: Items[K]) => string;
  /** Spec 8; and what it is called in the question before a relationship to it is deleted. */
  deleteQuestion: (item: Items[K]) => string;
  calledInQuestion: (item: Items[K]) => string;
  /** Who last saved it. */
  savedBy: (item: Items[K]) => string;
}

/** What the report says of a kind, in the groups that it puts in order. */
export type ReportColumns = Record<string, readonly Column<ReportRow>[]>;

/** The columns of a kind, the same until the quarters' labels are others. */
export function useColumns<K extends ItemKind>(view: ItemView<K>): readonly Column<Items[K], FieldOf<K>>[] {
  const quarter = useQuarter();
  return useMemo(() => view.columns(quarter), [view, quarter]);
}

export function keyOf<K extends ItemKind>({ kind }: { kind: K }, item: Items[K]): ItemKey {
  return item[itemKinds[kind].key as keyof Items[K]] as ItemKey;
}

/** The item of a detail. */
export const itemOf = <K extends ItemKind>(detail: Detail<K>, kind: K): Items[K] => detail[kind];

/** True of a call that failed because there is no such item. */
export const isMissing = (kind: ItemKind, error: unknown): boolean =>
  errorsOf(error).some(({ code }) => code === `${kind.toUpperCase()}_NOT_FOUND`);

/** The path of an item's calls. */
export const callPathOf = (kind: ItemKind, key: ItemKey) =>
  `/${itemKinds[kind].collection}/${encodeURIComponent(key)}`;
