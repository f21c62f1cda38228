import * as z from 'zod/mini';
import { hasEarlierValues } from '../../../contract/earlierValues.ts';
import { type ErrorItem, errorCode, formErrors, shownName } from '../../../contract/errors.ts';
import { version } from '../../../contract/fields.ts';
import { form } from '../../../contract/form.ts';
import { type ItemKind, isItemKind, itemKinds } from '../../../contract/kinds.ts';
import { isLookupKind, type LookupKind, lookupKinds } from '../../../contract/lookups.ts';
import { MOST_NAMES, MOST_OF_ROW } from '../../../contract/proposals.ts';
import { type End, type RelationshipKind, relationshipKinds } from '../../../contract/relationships.ts';
import { normalizeText } from '../../../contract/text.ts';
import type { Row } from '../storedRows.ts';
import type { EarlierValueRow, ItemName, ProposedRow } from './proposedRow.ts';

// Reads a sent row, without the database and without other rows.

const badFormat = (field: string, message: string): ErrorItem => ({
  code: 'ROW_BAD_FORMAT',
  field,
  message,
});

const isObject = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const relationshipKindOf = (kind: unknown): RelationshipKind | undefined =>
  typeof kind === 'string' && Object.hasOwn(relationshipKinds, kind)
    ? relationshipKinds[kind as keyof typeof relationshipKinds]
    : undefined;

/** Replaces a row that is too large, or has more names than all rows may. Such a row is not parsed. */
export const OVERSIZED = Symbol('a row that is too large');

/** Reads one row. Errors in its shape become errors of the row. A preview requires no versions. */
export function readRow(value: unknown, index: number, asksVersions: boolean): ProposedRow {
  const row = isObject(value) ? value : {};
  const errors = [...unknownParts(row), ...invalidParts(row)];
  const seen = asksVersions ? readVersion(row.version) : { version: null, errors: [] };
  const evaluated = {
    index,
    isDelete: row.delete === true,
    sent: isObject(row.values) ? row.values : {},
    version: seen.version,
    errors: [...errors, ...seen.errors],
    warnings: [],
    stored: undefined,
    isGone: false,
    values: undefined,
    fields: [],
  };
  if (isItemKind(row.kind)) {
    const name = readName(row.kind, row.ref);
    if (!name) evaluated.errors.push(badName(row.kind, 'ref'));
    const effectiveTerm = typeof row.effectiveTerm === 'string' ? row.effectiveTerm : null;
    return { ...evaluated, kind: row.kind, name: name ?? { by: 'nothing' }, effectiveTerm, kept: undefined };
  }
  if (row.kind === 'earlierValue') {
    const names = readEarlierValueRef(row.ref);
    if (!names) evaluated.errors.push(badEarlierValueRef());
    return { ...evaluated, kind: row.kind, names, target: undefined, created: undefined };
  }
  if (isLookupKind(row.kind)) {
    const key = readLookupKey(row.kind, row.ref);
    if (key === undefined) evaluated.errors.push(badLookupKey(row.kind));
    return { ...evaluated, kind: row.kind, key };
  }
  const kind = relationshipKindOf(row.kind);
  if (kind) {
    const ends = readEnds(kind, row.ref);
    evaluated.errors.push(...ends.errors);
    return { ...evaluated, kind, names: ends.names, ends: undefined };
  }
  evaluated.errors.push(invalidRow(value));
  return { ...evaluated, kind: null };
}

function invalidRow(value: unknown): ErrorItem {
  const { bytes, names, depth } = MOST_OF_ROW;
  if (value === OVERSIZED)
    return badFormat(
      'values',
      `A row has at most ${bytes.toLocaleString('en-US')} bytes, ${names} names and ${depth} levels of brackets, and all rows together ${MOST_NAMES.toLocaleString('en-US')} different names. Send only fields of the form among its values.`,
    );
  return isObject(value)
    ? badFormat(
        'kind',
        'The kind of a row must be that of an item, of a relationship or of a lookup, or earlierValue',
      )
    : badFormat('kind', 'A row must be an object with a kind and a ref');
}

const PARTS = ['kind', 'ref', 'delete', 'values', 'version', 'effectiveTerm'];

const unknownParts = (row: Row): ErrorItem[] =>
  Object.keys(row)
    .filter((name) => !PARTS.includes(name))
    .map((name) => ({
      code: errorCode('PROPOSAL', name, 'UNKNOWN_FIELD'),
      field: shownName(name),
      message: `${shownName(name)} is not a part of a row; send fields among its values`,
    }));

function invalidParts(row: Row): ErrorItem[] {
  const errors: ErrorItem[] = [];
  if (row.delete !== undefined && row.delete !== true)
    errors.push(badFormat('delete', 'delete must be true or omitted'));
  else if (row.delete === true && row.values !== undefined)
    errors.push(badFormat('delete', 'A row that deletes has no values'));
  if (row.values !== undefined && !isObject(row.values))
    errors.push(badFormat('values', 'values must be an object of fields'));
  if (
    row.effectiveTerm !== undefined &&
    !(typeof row.effectiveTerm === 'string' && isItemKind(row.kind) && row.delete !== true)
  )
    errors.push(
      badFormat('effectiveTerm', 'Only a row that saves an item has an effectiveTerm, the code of a term'),
    );
  return errors;
}

const versionForm = form('PROPOSAL', { version: version() });

function readVersion(value: unknown): { version: number | null; errors: ErrorItem[] } {
  const { success, data, error } = z.safeParse(versionForm.schema, { version: value });
  return success
    ? { version: data.version, errors: [] }
    : { version: null, errors: formErrors(versionForm, error.issues) };
}

/** Reads the name of an item from a `ref`; undefined if it is invalid. */
function readName(kind: ItemKind, ref: unknown): ItemName | undefined {
  if (!isObject(ref)) return undefined;
  const names = Object.keys(ref);
  if (names.length === 0) return { by: 'nothing' };
  const { key } = itemKinds[kind];
  const { by, codes, start } = itemKinds[kind].naturalKey;
  const value = ref[key];
  const isNumbered = !by.some((fields) => fields.includes(key));
  if (isNumbered && names.length === 1 && Number.isInteger(value)) return { by: 'key', key: value as number };
  const required = names.filter((name) => name !== start);
  const isNaturalKey = by.some(
    (fields) => fields.length === required.length && fields.every((name) => required.includes(name)),
  );
  const isText = (name: string) => typeof ref[name] === 'string' || (name === start && ref[name] === null);
  if (!isNaturalKey || !names.every(isText)) return undefined;
  const normal = (name: string, value: string) => {
    const text = normalizeText(value);
    if (name === start && text === '') return null;
    return codes.includes(name) ? text.toLowerCase() : text;
  };
  const fields = names
    .toSorted()
    .map((name) => [name, typeof ref[name] === 'string' ? normal(name, ref[name]) : null] as const);
  return { by: 'naturalKey', fields: Object.fromEntries(fields), sent: ref };
}

/** Reads the `ref` of an earlier value; undefined if it is invalid. */
function readEarlierValueRef(ref: unknown): EarlierValueRow['names'] {
  if (!isObject(ref)) return undefined;
  const { field, lastTerm, ...items } = ref;
  const [[kind, itemRef] = [], more] = Object.entries(items);
  if (more || !isItemKind(kind) || typeof field !== 'string' || typeof lastTerm !== 'string')
    return undefined;
  const item = readEnd(kind, itemRef);
  if (!item || item.by === 'nothing' || !hasEarlierValues(kind, field)) return undefined;
  return { kind, item, field, lastTerm };
}

const badEarlierValueRef = (): ErrorItem =>
  badFormat(
    'ref',
    'The ref of an earlier value names its item by the item’s kind, a field that can have earlier values, and its lastTerm',
  );
/** Reads the key of a term or an award type from a `ref`; undefined if it is invalid. */
function readLookupKey(kind: LookupKind, ref: unknown): string | undefined {
  const { key } = lookupKinds[kind];
  const value = isObject(ref) && Object.keys(ref).length === 1 ? ref[key] : undefined;
  return typeof value === 'string' ? normalizeText(value) : undefined;
}

const badLookupKey = (kind: LookupKind): ErrorItem => {
  const { key, noun } = lookupKinds[kind];
  return badFormat('ref', `The ref of a row for a ${noun} names it by ${key}`);
};

function readEnds(
  kind: RelationshipKind,
  ref: unknown,
): { names: Record<End, ItemName> | undefined; errors: ErrorItem[] } {
  const { from, to } = kind;
  if (!isObject(ref) || Object.keys(ref).length !== 2 || !(from in ref) || !(to in ref)) {
    const message = `The ref of a ${kind.name} names its ${from} and its ${to}`;
    return { names: undefined, errors: [badFormat('ref', message)] };
  }
  const [first, second] = [readEnd(from, ref[from]), readEnd(to, ref[to])];
  if (first && second) return { names: { from: first, to: second }, errors: [] };
  const invalid = [...(first ? [] : [from]), ...(second ? [] : [to])];
  return { names: undefined, errors: invalid.map((item) => badName(item, `ref.${item}`)) };
}

function readEnd(kind: ItemKind, ref: unknown): ItemName | undefined {
  if (isObject(ref) && Object.keys(ref).length === 1 && Number.isInteger(ref.row))
    return { by: 'row', row: ref.row as number };
  return readName(kind, ref);
}

function badName(kind: ItemKind, field: string): ErrorItem {
  const { by, start } = itemKinds[kind].naturalKey;
  const keys = [
    itemKinds[kind].key,
    ...by.map((fields) => fields.join(' and ')).filter((key) => key !== itemKinds[kind].key),
  ];
  const more = start ? `, to which ${start} may be added` : '';
  return badFormat(field, `A ${kind} is named by ${keys.join(', or by ')}${more}, or is new: {}`);
}
