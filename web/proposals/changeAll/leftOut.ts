import type { Quarter } from '../../../contract/columns/quarters.ts';
import { type ItemKind, type Items, itemKinds } from '../../../contract/kinds.ts';
import { boundsOf } from '../../../contract/spans.ts';
import { codesIn, indexCodes, keyOfCode } from '../../catalog/codes/codeFilter.ts';
import { codedBy, type ItemView, keyOf } from '../../catalog/items/itemView.ts';
import { momentText } from '../../terms/periods.ts';
import { hasPassed } from '../../terms/runningTerm.ts';
import { allRows, type RowSelection, rowId, setRows } from '../rowSelection.ts';
import type { ListFilter } from './filteredItems.ts';

/** A code of the filter that several of the items have: 201 of a graduate and of an undergraduate major. */
export interface SharedCode {
  code: string;
  /** The segment of each item, and its ID in a selection. */
  rows: readonly { letter: string | undefined; id: string }[];
}

/** What the user has to know or to decide about the items before they are changed. */
export interface Doubts {
  /** The IDs of the items that have ended. */
  ended: readonly string[];
  shared: readonly SharedCode[];
  /** The items that are selected at first. */
  start: RowSelection;
}

/** The ID of an item in a selection. */
export const idOfItem = <K extends ItemKind>(kind: K, item: Items[K]): string =>
  rowId({ kind, ref: { [itemKinds[kind].key]: keyOf({ kind }, item) } });

/** 'Ended S19' of the items that have ended, by their IDs in a selection. */
export const endedMarks = <K extends ItemKind>(
  kind: K,
  items: readonly Items[K][],
  quarter: Quarter,
): ReadonlyMap<string, string> =>
  new Map(
    items.flatMap((item) => {
      const { end } = boundsOf(kind, item);
      return hasPassed(end) ? [[idOfItem(kind, item), `Ended ${momentText(end, quarter)}`] as const] : [];
    }),
  );

/**
 * The items that are not selected at first:
 *
 * - Those that have ended, beside others that have not. A new value is usually meant for what is offered now, and a changed
 *   ended item is noticed by nobody until a report of a past term is wrong, while an item that was left out is counted on the
 *   screen and still missing after the save. With the list as of a term, the user has asked for what was in effect then.
 * - Those whose code the user has named without a segment, if several items have it. Any choice would be a guess.
 */
export function doubtsAbout<K extends ItemKind>(
  view: Pick<ItemView<K>, 'kind' | 'identityOf'>,
  items: readonly Items[K][],
  { codes, term }: Pick<ListFilter, 'codes' | 'term'>,
): Doubts {
  const { kind } = view;
  const hasEnded = (item: Items[K]) => hasPassed(boundsOf(kind, item).end);
  const ended = items.filter(hasEnded);
  const isMixed = ended.length > 0 && ended.length < items.length;
  const leftOut = isMixed && term === null ? ended : [];
  const others = items.filter((item) => !leftOut.includes(item));
  const coded = codedBy(view);
  const named = coded && codes ? indexCodes(others, coded.codeOf).named : null;
  const shared = (named && codesIn(codes))?.flatMap((written): SharedCode[] => {
    const found = named?.get(keyOfCode(written));
    if (!found || found.items.length < 2) return [];
    const rows = found.items.map((item) => ({
      letter: view.identityOf(item).letter,
      id: idOfItem(kind, item),
    }));
    return [{ code: found.name, rows }];
  });
  const sharedIds = (shared ?? []).flatMap(({ rows }) => rows.map(({ id }) => id));
  const leftOutIds = leftOut.map((item) => idOfItem(kind, item));
  return {
    ended: ended.map((item) => idOfItem(kind, item)),
    shared: shared ?? [],
    start: setRows(allRows, [...leftOutIds, ...sharedIds], false),
  };
}
