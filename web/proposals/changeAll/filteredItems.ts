import * as z from 'zod/mini';
import { type FieldFacts, factsOf } from '../../../contract/field.ts';
import type { Form } from '../../../contract/form.ts';
import { type ItemKind, type Items, itemKinds } from '../../../contract/kinds.ts';
import type { ProposalRow } from '../../../contract/proposals.ts';
import { CODES, filterByCodes } from '../../catalog/codes/codeFilter.ts';
import { itemInEffect } from '../../catalog/items/inEffect.ts';
import { codedBy, type ItemView, keyOf } from '../../catalog/items/itemView.ts';
import { sentValues } from '../../ui/form/inputValues.ts';
import type { Column } from '../../ui/table/column.ts';
import { searcher, wordsOf } from '../../ui/table/filterRows.ts';
import { COLS, readColumns } from '../../ui/table/shownColumns.ts';

/** The filters of a list. */
export interface ListFilter {
  text: string;
  /** Only items in effect as of this term. */
  term: string | null;
  /** Only items with these codes, as in the URL. */
  codes: string | null;
  /** The shown columns, as in the URL: the text is searched in them. */
  cols: string | null;
}

/** The filters in the URL of a screen that changes the filtered items of a list (`filteredPath`). */
export const readFilter = (params: URLSearchParams, term: string | null): ListFilter => ({
  text: params.get('found') ?? '',
  term,
  codes: params.get(CODES),
  cols: params.get(COLS),
});

/** The items that a list with these filters shows on all pages. `other` are the columns that it shows only if chosen. */
export function filteredItems<K extends ItemKind>(
  view: Pick<ItemView<K>, 'kind' | 'identityOf'>,
  items: readonly Items[K][],
  columns: readonly Column<Items[K]>[],
  other: readonly Column<Items[K]>[],
  { text, term, codes, cols }: ListFilter,
): readonly Items[K][] {
  const coded = codedBy(view);
  const withCodes = coded && codes ? filterByCodes(items, coded, codes).items : items;
  const inEffect = itemInEffect(view.kind);
  const listed = term === null ? withCodes : withCodes.filter((item) => inEffect(item, term));
  const shown = readColumns(cols, [...columns, ...other]).chosen ?? columns;
  return searcher(shown, listed)(wordsOf(text));
}

/** The rows that set these values on items. */
export const changeItems = <K extends ItemKind>(
  { kind }: Pick<ItemView<K>, 'kind'>,
  items: readonly Items[K][],
  values: Readonly<Record<string, unknown>>,
): ProposalRow[] =>
  items.map((item) => ({ kind, ref: { [itemKinds[kind].key]: keyOf({ kind }, item) }, values }));

/** The fields of a form that can have the same value for several items. A school's code is its key. */
export const changeableFields = ({
  kind,
  editForm,
}: Pick<ItemView<ItemKind>, 'kind' | 'editForm'>): [string, FieldFacts][] =>
  Object.entries(editForm.fields)
    .filter(([name]) => name !== 'version' && name !== itemKinds[kind].key)
    .map(([name, field]) => [name, factsOf(field)]);

/** A value for a field, or its validation message. */
type ReadValue = { value: unknown } | { message: string };

/** Reads the input for a field as the form would. A flag is 'true' or 'false'. */
export function readValue(form: Form, name: string, typed: string): ReadValue {
  const field = form.fields[name];
  if (!field) return { message: 'Choose a field' };
  const sent =
    factsOf(field).byDefault === undefined ? sentValues(form, { [name]: typed })[name] : flagOf(typed);
  const result = z.safeParse(field, sent);
  return result.success ? { value: result.data } : { message: result.error.issues[0]?.message ?? '' };
}

const flagOf = (typed: string) => (typed === 'true' ? true : typed === 'false' ? false : typed);
