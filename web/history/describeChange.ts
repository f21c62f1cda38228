import type { Quarter } from '../../contract/columns/quarters.ts';
import { earlierValueForm } from '../../contract/earlierValueEditForms.ts';
import { EARLIER_VALUE } from '../../contract/earlierValues.ts';
import type { FieldFacts } from '../../contract/field.ts';
import { factsOfForm } from '../../contract/form.ts';
import type {
  Action,
  ChangedEnd,
  ChangeEntry,
  ChangeSet,
  ChangeSetWithEntries,
  Someone,
} from '../../contract/history.ts';
import { kindForms } from '../../contract/kindForms.ts';
import { type ItemKind, isItemKind } from '../../contract/kinds.ts';
import { lookupForms } from '../../contract/lookupForms.ts';
import { isLookupKind, lookupKinds } from '../../contract/lookups.ts';
import { allRelationshipKinds } from '../../contract/relationships.ts';
import { itemNames } from '../lib/kindNames.ts';
import { shortTimeOf } from '../lib/time.ts';
import { readEarlierValueKey } from './earlierValueKey.ts';

// This file is long because all words for changes are in it, so that an entry has the same name everywhere.

/** A stored value, as in an entry. */
export type Stored = ChangeEntry['fields'][number]['before'];

/** An item whose history is shown. `key` is as in paths. */
export interface Subject {
  kind: ItemKind;
  key: string;
}

/** An item, a relationship or an earlier value. */
export interface Named {
  kind: string;
  key: string;
}

/** A field that a change set has changed, in the words of its form. An empty value is null. */
export interface ChangedField {
  name: string;
  label: string;
  before: string | null;
  after: string | null;
  /** It may have several lines, of which few may have changed. */
  isLong: boolean;
}

const factsByKind = new Map<string, Record<string, FieldFacts>>(
  [
    ...Object.entries(kindForms).map(([kind, { editForm }]) => [kind, editForm] as const),
    ...allRelationshipKinds.map(({ name, form }) => [name, form] as const),
    ...Object.entries(lookupForms),
  ].map(([kind, form]) => [kind, factsOfForm(form)]),
);
// The field of an earlier value is part of its name.
const { lastTerm, value } = factsOfForm(earlierValueForm);
if (lastTerm && value) factsByKind.set(EARLIER_VALUE, { lastTerm, value });

/** The properties of the fields of a kind's edit form, or of an earlier value. */
export const factsOfKind = (kind: string): Record<string, FieldFacts> => factsByKind.get(kind) ?? {};

/** Whether an entry is for an item, which has a page. */
export const isOfItem = (entry: ChangeEntry): entry is ChangeEntry & { kind: ItemKind } =>
  isItemKind(entry.kind);

/** Whether an entry is for an earlier name or code of an item. */
export const isEarlierValue = ({ kind }: Pick<ChangeEntry, 'kind'>): boolean => kind === EARLIER_VALUE;

/** Whether an entry is for a relationship. */
export const isOfRelationship = ({ ends }: ChangeEntry): boolean => ends !== null;

/** Whether an entry is for an item, a term or an award type, which the others of a change set belong to. */
export const isOfOwner = (entry: ChangeEntry): boolean => !isOfRelationship(entry) && !isEarlierValue(entry);

/** Items, terms and award types before their relationships and earlier values; before all of them the rows of `kind`. */
export function ownersFirst(entries: readonly ChangeEntry[], kind: string): ChangeEntry[] {
  const rankOf = (entry: ChangeEntry) => (entry.kind === kind ? 0 : isOfOwner(entry) ? 1 : 2);
  return entries.toSorted((one, other) => rankOf(one) - rankOf(other));
}

/** Whether both are the same item or relationship. A school's code may be written in either case. */
export const isSubject = (one: Named, { kind, key }: Named): boolean =>
  one.kind === kind && one.key.toUpperCase() === key.toUpperCase();

/**
 * The fields of an entry, labeled as in the form and in its order. A field that the form no longer knows comes last,
 * under its own name.
 */
export function changedFields(entry: ChangeEntry, quarter: Quarter): ChangedField[] {
  const { fields, facts } = fieldsOf(entry, quarter);
  const order = Object.keys(facts);
  const placeOf = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length);
  return fields
    .toSorted((one, other) => placeOf(one.name) - placeOf(other.name))
    .map(({ name, before, after }) => ({
      name,
      label: facts[name]?.label ?? name,
      before: valueText(facts[name], before, quarter),
      after: valueText(facts[name], after, quarter),
      isLong: facts[name]?.lines ?? false,
    }));
}

/** The fields of an entry and their properties. An earlier value has one, labeled 'Title 20 through F19'. */
function fieldsOf(
  entry: ChangeEntry,
  quarter: Quarter,
): { fields: Fields; facts: Record<string, FieldFacts> } {
  const { kind, fields } = entry;
  const named = readEarlierValueKey(entry);
  if (!named) return { fields, facts: factsOfKind(kind) };
  const own = factsOfKind(named.kind)[named.field];
  const label = `${earlierField(entry)} through ${quarter(named.lastTerm)}`;
  return {
    fields: fields.filter(({ name }) => name === 'value'),
    facts: { value: { required: false, ...own, label } },
  };
}

type Fields = ChangeEntry['fields'];

/** The label of the field of an earlier value: 'Title 20'. */
export function earlierField(row: Named): string {
  const { kind = '', field = '' } = readEarlierValueKey(row) ?? {};
  return factsOfKind(kind)[field]?.label ?? field;
}

/** The values of an entry that created or deleted its row. Flags with their default value are omitted. */
export function ownValues(entry: ChangeEntry, quarter: Quarter): { label: string; text: string }[] {
  const facts = factsOfKind(entry.kind);
  const state = entry.action === 'deleted' ? 'before' : 'after';
  const notableFacts = entry.fields.filter((field) => field[state] !== facts[field.name]?.byDefault);
  return changedFields({ ...entry, fields: notableFacts }, quarter).flatMap(({ label, [state]: text }) =>
    text === null ? [] : [{ label, text }],
  );
}

/** A stored value as forms and lists show it; null if it is empty. */
export function valueText(facts: FieldFacts | undefined, value: Stored, quarter: Quarter): string | null {
  if (value === null || value === '') return null;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  const text = String(value);
  if (facts?.lookup === 'term') return quarter(text);
  return facts?.options?.find((option) => option.value === text)?.label ?? text;
}

/** Two texts, split where their difference begins and ends. */
export interface Difference {
  start: string;
  before: string;
  after: string;
  end: string;
}

/** The common start and end of two texts, in whole words, and the differing parts between them. */
export function differenceOf(before: string, after: string): Difference {
  const [one, other] = [before, after].map((text) => text.split(/(\s+)/)) as [string[], string[]];
  const most = Math.min(one.length, other.length);
  const firstWhere = (isDifferent: (at: number) => boolean, end: number) => {
    let at = 0;
    while (at < end && !isDifferent(at)) at += 1;
    return at;
  };
  const starts = firstWhere((at) => one[at] !== other[at], most);
  const ends = firstWhere((at) => one.at(-1 - at) !== other.at(-1 - at), most - starts);
  const between = (words: string[]) => words.slice(starts, words.length - ends).join('');
  return {
    start: one.slice(0, starts).join(''),
    before: between(one),
    after: between(other),
    end: one.slice(one.length - ends).join(''),
  };
}

/** 'from F25 to Z30', the period of a relationship that was created or deleted. */
export function spanWords({ action, fields }: ChangeEntry, quarter: Quarter): string {
  const state = action === 'deleted' ? 'before' : 'after';
  const at = (name: string) => {
    const term = fields.find((field) => field.name === name)?.[state];
    return typeof term === 'string' ? quarter(term) : null;
  };
  const [start, end] = [at('startTerm'), at('endTerm')];
  return [start && `from ${start}`, end && `to ${end}`].filter(Boolean).join(' ');
}

/** The end of a relationship that is not the subject, or undefined for an item. */
export function farEnd({ ends }: ChangeEntry, subject: Subject): ChangedEnd | undefined {
  return ends?.find((end) => !isSubject(end, subject)) ?? ends?.[1];
}

/** The subject's label in a change set: from its own entry, or from an end of a relationship. */
export const subjectLabel = (set: ChangeSetWithEntries, subject: Subject): string | undefined =>
  set.entries.flatMap((entry) => [entry, ...(entry.ends ?? [])]).find((one) => isSubject(one, subject))
    ?.label;

/** Whether a change set has deleted the subject. A change set with many entries may not show that. */
export const hasDeleted = (
  { entries, entryCount, deleted }: ChangeSetWithEntries,
  subject: Subject,
): boolean =>
  entries.some((entry) => isSubject(entry, subject) && entry.action === 'deleted') ||
  (deleted > 0 && entries.length < entryCount);

/** 'degree', 'award type', as in a sentence. */
export const nounOf = (kind: string): string =>
  isItemKind(kind) ? itemNames[kind].title.toLowerCase() : isLookupKind(kind) ? lookupKinds[kind].noun : kind;

const origins: Record<ChangeSet['origin'], string> = {
  form: 'Form',
  import: 'Import',
  bulk: 'Bulk change',
  undo: 'Undo',
  command: 'Command',
  migration: 'Upgrade',
  sample: 'First load',
};

/** The origin of a change set: 'Form', 'First load'. */
export const originText = (origin: ChangeSet['origin']): string => origins[origin];

/** The title of a change set, unless its origin says the same. */
export const titleOfSet = ({ origin, title }: ChangeSet): string | null =>
  origin === 'sample' ? null : title;

/** The name of an undone change set: "Undo of Import 'majors.csv' of Nov 17, 2025, 4:05 PM". */
export function undoText(undone: ChangeSet): string {
  const title = titleOfSet(undone);
  const named: Partial<Record<ChangeSet['origin'], string>> = { form: 'the change', undo: 'the undo' };
  const what = named[undone.origin] ?? originText(undone.origin);
  return `Undo of ${what}${title ? ` '${title}'` : ''} of ${shortTimeOf(undone.at)}`;
}

/** 'Alex Chen', or 'Alex Chen as Robin Alvarez'. A first load and an upgrade have no user. */
export const whoText = ({ actor, actingAs }: Pick<ChangeSet, 'actor' | 'actingAs'>): string =>
  [actor, actingAs]
    .filter((one) => one !== null)
    .map(nameOfSomeone)
    .join(' as ');

export const nameOfSomeone = ({ name, uciNetId }: Someone): string => name || uciNetId;

const actionWords: Record<Action, string> = { created: 'Created', updated: 'Edited', deleted: 'Deleted' };

/** The action on a row: 'Edited'. */
export const actionText = (action: Action): string => actionWords[action];

/** '12 created, 48 edited'. */
export const countsText = ({ created, updated, deleted }: ChangeSet): string =>
  (Object.entries({ created, updated, deleted }) as [Action, number][])
    .filter(([, count]) => count > 0)
    .map(([action, count]) => `${count.toLocaleString('en-US')} ${actionText(action).toLowerCase()}`)
    .join(', ');

/**
 * The number of changed rows, if it exceeds `few`: '157 deleted', or in the history of an item that shares the change set
 * with others '60 changes in all, 3 of them here'.
 */
export function numbersText(set: ChangeSetWithEntries, few: number): string | null {
  const { entryCount } = set;
  const rows = rowsOf(set);
  if (rows > entryCount)
    return `${rows.toLocaleString('en-US')} changes in all, ${entryCount.toLocaleString('en-US')} of them here`;
  return entryCount > few ? countsText(set) : null;
}

/** The number of rows that a change set has changed. */
export const rowsOf = ({ created, updated, deleted }: ChangeSet): number => created + updated + deleted;

/** Whether a change set can be undone at all. A first load and an upgrade cannot. */
export const isUndoable = ({ origin }: ChangeSet): boolean => origin !== 'sample' && origin !== 'migration';

/** Whether a change set only deleted rows, so that its undo restores them. */
export const onlyDeleted = ({ created, updated, deleted }: ChangeSet): boolean =>
  deleted > 0 && created === 0 && updated === 0;
