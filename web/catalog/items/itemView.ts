import type { UseQueryOptions } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, useMemo } from 'react';
import type { FieldOf } from '../../../contract/columns/columnsOfItems.ts';
import type { Quarter } from '../../../contract/columns/quarters.ts';
import type { SortedBy } from '../../../contract/columns/sortRows.ts';
import type { Detail } from '../../../contract/details.ts';
import type { Form } from '../../../contract/form.ts';
import { type ItemKey, type ItemKind, type Items, itemKinds } from '../../../contract/kinds.ts';
import { errorsOf } from '../../lib/api.ts';
import { useQuarter } from '../../terms/lookups.ts';
import type { ScreenLink } from '../../ui/Screen.tsx';
import type { Column } from '../../ui/table/column.ts';
import type { Coded } from '../codes/codeFilter.ts';

interface Identity {
  /** The code, or the kind's substitute for it. */
  code: string;
  title: string;
  /** Only for a major: the name of its segment, and the letter that distinguishes majors with the same code. */
  segment?: string | undefined;
  letter?: string;
}

/** The properties of a kind of item that the screens need. `kind` also serves as the noun in messages: 'school'. */
export interface ItemView<K extends ItemKind> {
  kind: K;
  /** Singular and plural for headings: 'School', 'Schools'. */
  title: string;
  heading: string;
  createForm: Form;
  CreateFields: ComponentType;
  /** Another way to create an item besides the dialog: a screen. */
  createWith?: ScreenLink;
  editForm: Form;
  EditFields: ComponentType;
  listQuery: UseQueryOptions<Items[K][], Error, Items[K][], string[]> & { queryKey: string[] };
  columns: (quarter: Quarter) => readonly Column<Items[K], FieldOf<K>>[];
  /** The columns that also appear in the lists of related items. */
  related: readonly FieldOf<K>[];
  /** The content of a card on a phone: its first two columns, and further details in words. */
  card: { code: FieldOf<K>; title: FieldOf<K>; factsOf?: (item: Items[K]) => readonly (string | null)[] };
  defaultSort: readonly SortedBy<FieldOf<K>>[];
  /** The name of the Active flag, and its display together with the end. */
  active: FieldOf<K>;
  stateOf: (item: Items[K], quarter: Quarter) => ReactNode;
  /** What the page of an item shows beside the values of fields. */
  notes?: Readonly<Partial<Record<FieldOf<K>, ComponentType<{ item: Items[K] }>>>>;
  /** The fields that identify an item among the others of its kind. */
  identityOf: (item: Items[K]) => Identity;
  /** The name of an item in the user interface. */
  nameOf: (item: Items[K]) => string;
  /**
   * The question before the item is deleted (spec 8), and the item's name in the question before a relationship to it
   * is deleted.
   */
  deleteQuestion: (item: Items[K]) => string;
  nameInQuestion: (item: Items[K]) => string;
  /** The name of the field with the user who last saved it. */
  savedBy: FieldOf<K>;
}

/** The columns of a kind. They are stable until the labels of the quarters change. */
export function useColumns<K extends ItemKind>(view: ItemView<K>): readonly Column<Items[K], FieldOf<K>>[] {
  const quarter = useQuarter();
  return useMemo(() => view.columns(quarter), [view, quarter]);
}

export function keyOf<K extends ItemKind>({ kind }: { kind: K }, item: Items[K]): ItemKey {
  return item[itemKinds[kind].key as keyof Items[K]] as ItemKey;
}

/** The codes of a kind, by which its list can be filtered (contract 11); undefined if it has none. */
export const codedBy = <K extends ItemKind>({
  kind,
  identityOf,
}: Pick<ItemView<K>, 'kind' | 'identityOf'>): Coded<Items[K]> | undefined =>
  itemKinds[kind].code === null ? undefined : { noun: kind, codeOf: identityOf };

/** An item's code and title: 'ENGR Engineering'. Of a major with its segment: '201 U Computer Science'. */
export function labelOf<K extends ItemKind>(view: ItemView<K>, item: Items[K]): string {
  const { code, letter, title } = view.identityOf(item);
  return [code, letter, title].filter(Boolean).join(' ');
}

/** 'major' for 1, 'majors' for any other count. */
export const nounFor = <K extends ItemKind>(
  { kind, heading }: Pick<ItemView<K>, 'kind' | 'heading'>,
  count: number,
): string => (count === 1 ? kind : heading.toLowerCase());

/** '1 major', '1,200 majors'. */
export const countOf = <K extends ItemKind>(
  names: Pick<ItemView<K>, 'kind' | 'heading'>,
  count: number,
): string => `${count.toLocaleString('en-US')} ${nounFor(names, count)}`;

/** The item in a detail response. */
export const itemOf = <K extends ItemKind>(detail: Detail<K>, kind: K): Items[K] => detail[kind];

/** Whether a request failed because the item does not exist. */
export const isMissing = (kind: ItemKind, error: unknown): boolean =>
  errorsOf(error).some(({ code }) => code === `${kind.toUpperCase()}_NOT_FOUND`);

/** The API path of an item. */
export const itemEndpoint = (kind: ItemKind, key: ItemKey) =>
  `/${itemKinds[kind].collection}/${encodeURIComponent(key)}`;
