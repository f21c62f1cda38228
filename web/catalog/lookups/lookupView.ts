import type { UseQueryOptions } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import type { Form } from '../../../contract/form.ts';
import { type LookupKind, type Lookups, lookupKinds } from '../../../contract/lookups.ts';
import type { Column } from '../../ui/table/column.ts';

/** The properties of a kind of lookup that its table and its dialog need. */
export interface LookupView<K extends LookupKind> {
  kind: K;
  /** Singular and plural for headings: 'Award type', 'Award types'. */
  title: string;
  heading: string;
  form: Form;
  /** The inputs of a new row, and of a stored one, whose key cannot change. */
  CreateFields: ComponentType;
  EditFields: ComponentType;
  listQuery: UseQueryOptions<Lookups[K][], Error, Lookups[K][], string[]>;
  columns: readonly Column<Lookups[K]>[];
  /** The columns on a phone, where the rows are cards. */
  cards: readonly Column<Lookups[K]>[];
  /** The name of a row: 'F31 (203192)'. */
  labelOf: (row: Lookups[K]) => string;
}

export const keyOf = <K extends LookupKind>({ kind }: Pick<LookupView<K>, 'kind'>, row: Lookups[K]): string =>
  String(row[lookupKinds[kind].key as keyof Lookups[K]]);

/** The noun in messages: 'award type'. */
export const nounOf = ({ kind }: { kind: LookupKind }): string => lookupKinds[kind].noun;

/** The API path of a row. */
export const lookupEndpoint = (kind: LookupKind, key: string) =>
  `/${lookupKinds[kind].collection}/${encodeURIComponent(key)}`;
