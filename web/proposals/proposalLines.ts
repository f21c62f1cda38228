import type { PreviewRow, ProposalRow } from '../../contract/proposals.ts';
import { factsOfKind, type Stored, valueText } from '../history/describeChange.ts';
import type { Quarter } from '../terms/lookups.ts';
import { isWarned } from './proposal.ts';

/** A row of a proposal with what its preview says. */
export interface Line {
  row: ProposalRow;
  shown: PreviewRow;
  /** What it is about. */
  name: string;
  /** Its number in the file that it was read from. */
  number: number | undefined;
  /** It was shown before, and someone has changed it since: the server's message. */
  changedSince: string | undefined;
}

/** What rows can be filtered by. A row that is to be confirmed is also new, changed or deleted. */
export const groups = ['create', 'update', 'delete', 'warned', 'refused', 'same'] as const;
export type Group = (typeof groups)[number];

/** Whether a row belongs to one of these groups. */
export const isIn = (groups: ReadonlySet<Group>, { shown }: Line): boolean =>
  groups.has(shown.outcome) || (groups.has('warned') && isWarned(shown));

/** A field of a kind of row, which has the same label in several kinds. */
export interface Field {
  label: string;
  /** Its name in each kind that has it. */
  names: ReadonlyMap<string, string>;
}

/** The fields that the rows say something about, in the order of their forms. */
export function fieldsOf(lines: readonly Line[]): Field[] {
  const said = new Map<string, Set<string>>();
  for (const { row, shown } of lines) {
    const names = said.get(row.kind) ?? new Set();
    said.set(row.kind, names);
    for (const { name } of shown.fields) names.add(name);
    for (const name of Object.keys(row.values ?? {})) names.add(name);
    for (const { field } of shown.errors) if (field !== undefined) names.add(field);
  }
  const fields = new Map<string, Map<string, string>>();
  for (const [kind, names] of said)
    for (const [name, { label }] of Object.entries(factsOfKind(kind))) {
      if (!names.has(name)) continue;
      fields.set(label, (fields.get(label) ?? new Map<string, string>()).set(kind, name));
    }
  return [...fields].map(([label, names]) => ({ label, names }));
}

/** What a row says about a field. A value that is empty is null. */
export interface Cell {
  before: string | null;
  after: string | null;
  /** A stored value gives way to another. */
  isChanged: boolean;
  /** The value is refused. */
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
    const sent = text(row.values?.[name] ?? null);
    return sent === null && !isRefused ? null : { before: sent, after: sent, isChanged: false, isRefused };
  }
  const [before, after] = [text(field.before), text(field.after)];
  const isChanged = shown.outcome === 'update' && before !== after;
  return { before, after, isChanged, isRefused };
}

/** A value that was sent may be of any type. */
const storedOf = (value: unknown): Stored =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value)
    ? (value as Stored)
    : JSON.stringify(value);

/** A cell in one text: 'F25', or 'F25 → Z26'. */
export const cellText = ({ before, after, isChanged }: Cell): string | null =>
  isChanged ? `${before ?? NONE} → ${after ?? NONE}` : (after ?? before);

const NONE = 'none';

const NOT_WRITTEN = 'The server names the reasons of the first rows only. Mend these first.';

/** What a row says below it: why it is refused, what is to be confirmed, or that it has changed since. */
export function messagesOf({ shown, changedSince }: Line): {
  refusals: string[];
  warnings: readonly string[];
} {
  const { outcome, errors, warnings } = shown;
  const named = errors.map(({ message }) => message);
  return {
    refusals: outcome === 'refused' && named.length === 0 ? [NOT_WRITTEN] : named,
    warnings: [...(changedSince === undefined ? [] : [changedSince]), ...warnings],
  };
}
