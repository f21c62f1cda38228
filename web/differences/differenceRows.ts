import type { Quarter } from '../../contract/columns/quarters.ts';
import type { TermDifferences } from '../../contract/differences.ts';
import type { ChangedEnd } from '../../contract/history.ts';
import type { ItemKind, Items } from '../../contract/kinds.ts';
import { type Bounds, boundsOf } from '../../contract/spans.ts';
import { type ItemView, keyOf, labelOf } from '../catalog/items/itemView.ts';
import { itemViews } from '../catalog/kinds/kinds.ts';
import { kindText } from '../history/changesPage/changeWords.ts';
import { factsOfKind } from '../history/describeChange.ts';
import { itemNames } from '../lib/kindNames.ts';
import { momentText } from '../terms/periods.ts';
import type { Column } from '../ui/table/column.ts';

/** The changes of the period of a row, and all changes. */
const changesOfPeriod = ['started', 'ended'] as const;
export const changes = [...changesOfPeriod, 'renamed'] as const;
export type Change = (typeof changes)[number];

/**
 * An item or a relationship that is in effect in only one of two terms, or an item that is in effect in both under other names
 * or codes. An item has one end: itself.
 */
export interface Row {
  change: Change;
  kind: string;
  ends: readonly Pick<ChangedEnd, 'kind' | 'key' | 'label'>[];
  span: Bounds;
  /** The names and codes that differ. */
  names: readonly ChangedName[];
}

/** A name or code before and after, with the label of its field. */
export interface ChangedName {
  label: string;
  before: string | null;
  after: string | null;
}

/** The kinds of item in the order of the screen, all relationships as one kind, and terms and award types as another. */
export const RELATIONSHIP = 'relationship';
export const LOOKUP = 'lookup';
export const shownKinds = ['major', 'degree', 'department', 'school'] as const satisfies readonly ItemKind[];

export const isOfItem = ({ ends }: Pick<Row, 'ends'>): boolean => ends.length === 1;

/** The kind under which a row is counted: the item's, or `relationship`. */
export const groupOf = (row: Row): string => (isOfItem(row) ? row.kind : RELATIONSHIP);

/** An item's row with the relationships that started or ended together with the item. */
export interface ItemRow {
  row: Row;
  relationships: readonly Row[];
}

/**
 * The rows of items with their relationships, and the other relationships. A relationship of two such items is with the
 * first.
 */
export function groupByItem(rows: readonly Row[]): { items: ItemRow[]; others: Row[] } {
  const others = new Set(rows.filter((row) => !isOfItem(row)));
  const ofEnd = Map.groupBy(
    [...others].flatMap((row) => row.ends.map((end) => ({ row, end: idOfEnd(end) }))),
    ({ end }) => end,
  );
  const items = rows.filter(isOfItem).map((row) => {
    const own = row.ends.flatMap((end) => ofEnd.get(idOfEnd(end)) ?? []).map((one) => one.row);
    const relationships = own.filter((one) => others.has(one) && isTogether(row, one));
    for (const one of relationships) others.delete(one);
    return { row, relationships };
  });
  return { items, others: [...others] };
}

const idOfEnd = ({ kind, key }: Row['ends'][number]) => `${kind}/${key}`;

/** Whether a relationship starts, or ends, in the same term as the item, or in the year of a school. */
function isTogether({ change, span }: Row, relationship: Row): boolean {
  const momentOf = (bounds: Bounds) => (change === 'started' ? bounds.start : bounds.end);
  const [own, other] = [momentOf(span), momentOf(relationship.span)];
  return typeof own === 'number' ? Number(String(other).slice(0, 4)) === own : own !== null && own === other;
}

/** All rows that started or ended, items first, then those that were renamed. */
export const rowsOf = (differences: TermDifferences): Row[] => [
  ...periodRows(differences),
  ...shownKinds.flatMap((kind) =>
    differences.renamed
      .filter((item) => item.kind === kind)
      .map(({ fields, ...item }) => renamedRow(item, fields)),
  ),
];

function renamedRow(item: Row['ends'][number], fields: TermDifferences['renamed'][number]['fields']): Row {
  const facts = factsOfKind(item.kind);
  const names = fields.map(({ name, before, after }) => ({
    label: facts[name]?.label ?? name,
    before,
    after,
  }));
  return { change: 'renamed', kind: item.kind, ends: [item], span: { start: null, end: null }, names };
}

function periodRows(differences: TermDifferences): Row[] {
  return changesOfPeriod.flatMap((change) => [
    ...itemRows(itemViews.major, differences.majors[change], change),
    ...itemRows(itemViews.degree, differences.degrees[change], change),
    ...itemRows(itemViews.department, differences.departments[change], change),
    ...itemRows(itemViews.school, differences.schools[change], change),
    ...differences.relationships[change].map(({ kind, ends, startTerm, endTerm }) => ({
      change,
      kind,
      ends,
      span: { start: startTerm, end: endTerm },
      names: [],
    })),
  ]);
}

function itemRows<K extends ItemKind>(view: ItemView<K>, items: readonly Items[K][], change: Change): Row[] {
  const { kind } = view;
  return items.map((item) => ({
    change,
    kind,
    ends: [{ kind, key: String(keyOf(view, item)), label: labelOf(view, item) }],
    span: boundsOf(kind, item),
    names: [],
  }));
}

/** 'Majors', 'Relationships'. */
export const titleOfKind = (kind: string): string =>
  shownKinds.filter((one) => one === kind).map((one) => itemNames[one].heading)[0] ??
  (kind === LOOKUP ? 'Terms and awards' : 'Relationships');

const changeTexts: Record<Change, string> = { started: 'Started', ended: 'Ended', renamed: 'Renamed' };

/** 'Started', 'Ended', 'Renamed'. */
export const changeText = (change: Change): string => changeTexts[change];

/** 'Title 20: Film Studies → Film & Media Studies'. */
const nameText = ({ label, before, after }: ChangedName): string =>
  `${label}: ${before ?? 'none'} → ${after ?? 'none'}`;

/** The columns of a download of these rows. */
export const columnsOf = (quarter: Quarter, rows: readonly Row[]): readonly Column<Row>[] => [
  { id: 'change', header: 'Change', value: ({ change }) => changeText(change) },
  { id: 'kind', header: 'Kind', value: ({ kind }) => kindText(kind) },
  { id: 'label', header: 'Label', value: ({ ends }) => ends[0]?.label ?? null },
  { id: 'relatedTo', header: 'Related To', value: ({ ends }) => ends[1]?.label ?? null },
  { id: 'start', header: 'Start', value: ({ span }) => momentText(span.start, quarter) },
  { id: 'end', header: 'End', value: ({ span }) => momentText(span.end, quarter) },
  ...(rows.some(({ names }) => names.length > 0) ? [namesColumn] : []),
];

const namesColumn: Column<Row> = {
  id: 'names',
  header: 'Names and Codes',
  value: ({ names }) => names.map(nameText).join('; ') || null,
};
