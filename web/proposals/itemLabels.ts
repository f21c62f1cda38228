import { EARLIER_VALUE } from '../../contract/earlierValues.ts';
import { type ItemKey, type ItemKind, isItemKind, itemKinds, labelOfItem } from '../../contract/kinds.ts';
import { type EndRef, type ProposalRow } from '../../contract/proposals.ts';
import { factsOfKind } from '../history/describeChange.ts';
import type { Previewed } from './proposal.ts';

/** Returns the label of a stored item; undefined if it is unknown. */
export type LabelOf = (kind: ItemKind, key: ItemKey) => string | undefined;

/** The label of each row: the stored label, or else the proposal's values. */
export function namesOf({ rows, preview }: Previewed, labelOf: LabelOf): readonly string[] {
  const nameOf = (row: ProposalRow, at: number): string => {
    const { kind, ref, values = {} } = row;
    const label = preview.rows[at]?.label ?? null;
    if (kind === EARLIER_VALUE) return earlierValueName(row, label);
    if (label !== null) return label;
    if (isItemKind(kind)) return textOfRef(kind, ref) || labelOfItem(kind, values);
    return Object.entries(ref)
      .map(([end, named]) => (typeof named === 'object' && named ? nameOfEnd(end, named) : textOf(named)))
      .join(' – ');
  };
  const nameOfEnd = (kind: string, ref: EndRef): string => {
    if (typeof ref.row === 'number') {
      const { row } = ref;
      return (rows[row] && nameOf(rows[row], row)) || `row ${row + 1}`;
    }
    if (!isItemKind(kind)) return Object.values(ref).map(textOf).join(' ');
    const key = keyIn(kind, ref);
    return (key !== null && labelOf(kind, key)) || textOfRef(kind, ref);
  };
  /** 'Title 20 of 201 U Biology'. The last term is in a column. */
  const earlierValueName = ({ ref, values = {} }: ProposalRow, label: string | null): string => {
    const kind = Object.keys(ref).find(isItemKind) ?? '';
    const { [kind]: item } = ref;
    const named = typeof item === 'object' && item ? nameOfEnd(kind, item) : textsOf(ref);
    const field = textOf(ref.field ?? values.field);
    return [factsOfKind(kind)[field]?.label ?? field, label ?? named].filter(Boolean).join(' of ');
  };
  return rows.map(nameOf);
}

/** The item of a row that could not be read, as in the file. */
const textsOf = (ref: ProposalRow['ref']): string =>
  Object.entries(ref)
    .flatMap(([name, value]) => (name.includes('.') ? textOf(value) : []))
    .join(' ');

/** The key of an end of a relationship, if it is given by key. */
export function keyIn(kind: ItemKind, ref: EndRef): ItemKey | null {
  const { [itemKinds[kind].key]: key = null } = ref as Readonly<Record<string, ItemKey | null>>;
  return key;
}

/** Without the start term, which is in a column. */
const textOfRef = (kind: ItemKind, ref: ProposalRow['ref'] | EndRef): string =>
  Object.entries(ref)
    .flatMap(([field, value]) => (field === itemKinds[kind].naturalKey.start ? [] : textOf(value)))
    .join(' ');

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';
