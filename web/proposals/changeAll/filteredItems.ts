import { type FieldFacts, factsOf } from '../../../contract/field.ts';
import { type ItemKind, type Items, itemKinds } from '../../../contract/kinds.ts';
import type { ProposalRow } from '../../../contract/proposals.ts';
import { boundsOf, termStateIn } from '../../../contract/spans.ts';
import { CODES, filterByCodes } from '../../catalog/codes/codeFilter.ts';
import { itemInEffect } from '../../catalog/items/inEffect.ts';
import { codedBy, type ItemView, keyOf } from '../../catalog/items/itemView.ts';
import type { EarlierValuesOf } from '../../terms/earlierValuesOf.ts';
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

/**
 * The rows that set these values on items, from a term on if it is given. An item that starts then or later, and has no earlier
 * values, gets them as a correction: it was in no term in which it could have had others. `earlierOf` is undefined until the earlier
 * values are loaded.
 */
export const changeItems = <K extends ItemKind>(
  { kind }: Pick<ItemView<K>, 'kind'>,
  items: readonly Items[K][],
  { effectiveTerm, ...change }: Pick<ProposalRow, 'values' | 'effectiveTerm'>,
  earlierOf: EarlierValuesOf | undefined,
): ProposalRow[] =>
  items.map((item) => {
    const key = keyOf({ kind }, item);
    const isNew = (term: string) => !startsBefore(kind, item, term) && earlierOf?.(kind, key).length === 0;
    const isKept = effectiveTerm !== undefined && !isNew(effectiveTerm);
    return { kind, ref: { [itemKinds[kind].key]: key }, ...change, ...(isKept ? { effectiveTerm } : {}) };
  });

function startsBefore<K extends ItemKind>(kind: K, item: Items[K], term: string): boolean {
  const bounds = boundsOf(kind, item);
  return bounds.start !== term && termStateIn(bounds, term) !== 'to come';
}

/** The fields of a form that can have the same value for several items. A school's code is its key. */
export const changeableFields = ({
  kind,
  editForm,
}: Pick<ItemView<ItemKind>, 'kind' | 'editForm'>): [string, FieldFacts][] =>
  Object.entries(editForm.fields)
    .filter(([name]) => name !== 'version' && name !== itemKinds[kind].key)
    .map(([name, field]) => [name, factsOf(field)]);
