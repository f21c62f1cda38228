import type { Quarter } from '../../contract/columns/quarters.ts';
import { EARLIER_VALUE } from '../../contract/earlierValues.ts';
import type { PreviewRow, ProposalRow } from '../../contract/proposals.ts';
import { factsOfKind, type Stored, valueText } from '../history/describeChange.ts';
import { isWarned } from './proposal.ts';
import { rowId } from './rowSelection.ts';

/** A row of a proposal with its preview. */
export interface Line {
  row: ProposalRow;
  shown: PreviewRow;
  /** The label of the item or relationship. */
  name: string;
  /** Shown beside it: 'Ended S19'. */
  mark?: string | undefined;
  /** Its number in the imported file. */
  number: number | undefined;
  /** Another user has changed the row since it was shown: the server's message. */
  changedSince: string | undefined;
}

/** The filters of the rows. A row with warnings is also new, changed or deleted. */
export const groups = ['create', 'update', 'delete', 'warned', 'refused', 'same'] as const;
export type Group = (typeof groups)[number];

/** Whether a row belongs to one of these groups. */
export const isIn = (groups: ReadonlySet<Group>, { shown }: Line): boolean =>
  groups.has(shown.outcome) || (groups.has('warned') && isWarned(shown));

/** The ID of a line in a `RowSelection`: the number of its row in the file, or else the ID of its item or relationship. */
export const lineId = ({ row, number }: Pick<Line, 'row' | 'number'>): string =>
  number === undefined ? rowId(row) : String(number);

/** A field with the same label in several kinds of rows. */
export interface Field {
  label: string;
  /** Its name in each kind that has it. */
  names: ReadonlyMap<string, string>;
}

/** The fields for which the rows have a value or an error, in the order of their forms. */
export function fieldsOf(lines: readonly Line[]): Field[] {
  const namesByKind = new Map<string, Set<string>>();
  for (const { row, shown } of lines) {
    const names = namesByKind.get(row.kind) ?? new Set();
    namesByKind.set(row.kind, names);
    for (const { name } of shown.fields) names.add(name);
    for (const name of Object.keys(valuesOf(row))) names.add(name);
    for (const { field } of shown.errors) if (field !== undefined) names.add(field);
  }
  const fields = new Map<string, Map<string, string>>();
  for (const [kind, names] of namesByKind)
    for (const [name, { label }] of Object.entries(factsOfKind(kind))) {
      if (!names.has(name)) continue;
      fields.set(label, (fields.get(label) ?? new Map<string, string>()).set(kind, name));
    }
  return [...fields].map(([label, names]) => ({ label, names }));
}

/** The values of a row in a field. An empty value is null. */
export interface Cell {
  before: string | null;
  after: string | null;
  /** A stored value is replaced with another. */
  isChanged: boolean;
  /** The value has an error. */
  isRefused: boolean;
}

export function cellOf({ row, shown }: Line, { names }: Field, quarter: Quarter): Cell | null {
  const name = names.get(row.kind);
  if (name === undefined) return null;
  const facts = factsOfKind(row.kind)[name];
  const text = (value: unknown) => valueText(facts, storedOf(value), quarter);
  const isRefused = shown.errors.some(({ field }) => field === name);
  const field = shown.fields.find((one) => one.name === name);
  if (!field) {
    const sent = text(valuesOf(row)[name] ?? null);
    return sent === null && !isRefused ? null : { before: sent, after: sent, isChanged: false, isRefused };
  }
  const [before, after] = [text(field.before), text(field.after)];
  const isChanged = shown.outcome === 'update' && before !== after;
  return { before, after, isChanged, isRefused };
}

/** The values of a row. The last term of an earlier value is part of its name. */
const valuesOf = ({ kind, ref, values = {} }: ProposalRow): Readonly<Record<string, unknown>> =>
  kind === EARLIER_VALUE ? { lastTerm: ref.lastTerm, ...values } : values;

/** A submitted value may be of any type. */
const storedOf = (value: unknown): Stored =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value)
    ? (value as Stored)
    : JSON.stringify(value);

/** A cell as a single text: 'F25', or 'F25 → Z26'. */
export const cellText = ({ before, after, isChanged }: Cell): string | null =>
  isChanged ? `${before ?? NONE} → ${after ?? NONE}` : (after ?? before);

const NONE = 'none';

const ERRORS_OMITTED = 'The server lists the errors of the first rows only. Correct those first.';

/** The messages below a row: its errors, its warnings, or that it has changed since. */
export function messagesOf({ shown, changedSince }: Line): {
  errors: string[];
  warnings: readonly string[];
} {
  const { outcome, errors, warnings } = shown;
  const named = errors.map(({ message }) => message);
  return {
    errors: outcome === 'refused' && named.length === 0 ? [ERRORS_OMITTED] : named,
    warnings: [...(changedSince === undefined ? [] : [changedSince]), ...warnings],
  };
}
