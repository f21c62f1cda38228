import * as z from 'zod/mini';
import type { FieldFacts } from '../contract/field.ts';
import { type Form, factsOfForm } from '../contract/form.ts';
import { kindForms } from '../contract/kindForms.ts';
import { type ItemKind, isItemKind, itemKinds } from '../contract/kinds.ts';
import { type RelationshipKind, relationshipKinds } from '../contract/relationships.ts';
import type { PossibleColumn } from './intake.ts';
import { capital } from './words.ts';

const facts = new Map<Form, Record<string, FieldFacts>>();

/** The properties of the fields of a form, computed once. */
function factsOf(form: Form): Record<string, FieldFacts> {
  const found = facts.get(form) ?? factsOfForm(form);
  facts.set(form, found);
  return found;
}

/** A column of a kind. `item` is the kind of the end that it names. `facts` describe its field; a key column has none. */
export interface Column extends PossibleColumn {
  name: string;
  facts: FieldFacts | undefined;
  item: ItemKind | undefined;
}

/** The kind of relationship with this name. Throws for an unknown name. */
export function relationshipOf(kind: string): RelationshipKind {
  if (!Object.hasOwn(relationshipKinds, kind)) throw new Error(`${kind} is no kind of row`);
  return relationshipKinds[kind as keyof typeof relationshipKinds];
}

/** Whether the key of a kind is a number that the database assigns, and so is not part of its natural key. */
export const isNumbered = (kind: ItemKind) =>
  !itemKinds[kind].naturalKey.by.some((fields) => fields.includes(itemKinds[kind].key));

const columnsByKind = new Map<string, readonly Column[]>();

/** All columns that a table of a kind can have, in form order. */
export function columnsOf(kind: string): readonly Column[] {
  const found =
    columnsByKind.get(kind) ??
    (isItemKind(kind) ? itemColumns(kind) : relationshipColumns(relationshipOf(kind)));
  columnsByKind.set(kind, found);
  return found;
}

/** The label of a column of a kind. */
export const labelOf = (kind: string, id: string): string =>
  columnsOf(kind).find((column) => column.id === id)?.label ?? id;

/**
 * Why a value by itself breaks a rule of its field, in the server's words: the rest of a sentence that begins with the
 * value. Undefined if it breaks none, and for a column that names an end.
 */
export function brokenRule(kind: string, { id, facts, item }: Column, value: unknown): string | undefined {
  if (!facts || item) return undefined;
  const { fields }: Form = isItemKind(kind) ? kindForms[kind].editForm : relationshipOf(kind).form;
  const [issue] = (fields[id] && z.safeParse(fields[id], value).error?.issues) ?? [];
  return issue?.message.replace(`${facts.label} `, '');
}

/** The columns that a user can choose from. */
export const possibleColumns = (kind: string): readonly PossibleColumn[] =>
  columnsOf(kind).map(({ id, label }) => ({ id, label }));

function itemColumns(kind: ItemKind): Column[] {
  return [...keyColumn(kind, undefined), ...fieldColumns(kindForms[kind].editForm)];
}

/** The columns that name the two ends, and all fields of the relationship itself. */
function relationshipColumns({ from, to, form }: RelationshipKind): Column[] {
  return [...endColumns(from), ...endColumns(to), ...fieldColumns(form)];
}

const fieldColumns = (form: Form): Column[] =>
  Object.entries(factsOf(form))
    .filter(([name]) => name !== 'version')
    .map(([name, facts]) => ({ id: name, label: facts.label, name, facts, item: undefined }));

/** The columns that name an end. */
function endColumns(item: ItemKind): Column[] {
  const { by, start } = itemKinds[item].naturalKey;
  const names = [...new Set([...by.flat(), ...(start ? [start] : [])])];
  const of = factsOf(kindForms[item].editForm);
  return [
    ...keyColumn(item, item),
    ...names.map((name) => {
      const { [name]: facts } = of;
      const title = facts?.label ?? name;
      const label = title.startsWith(capital(item)) ? title : `${capital(item)} ${title}`;
      return { id: `${item}.${name}`, label, name, facts, item };
    }),
  ];
}

function keyColumn(item: ItemKind, end: ItemKind | undefined): Column[] {
  if (!isNumbered(item)) return [];
  const { key } = itemKinds[item];
  const id = end ? `${end}.${key}` : key;
  return [{ id, label: `${capital(item)} Key`, name: key, facts: undefined, item: end }];
}

/** The ways in which a table can name its items: each list holds the columns that name an item together. */
export const waysToName = (kind: ItemKind): readonly (readonly string[])[] =>
  isNumbered(kind)
    ? [[itemKinds[kind].key], ...itemKinds[kind].naturalKey.by]
    : itemKinds[kind].naturalKey.by;

/** The ways in which a table can name the items at an end, as in `waysToName`. */
export const waysToNameEnd = (kind: ItemKind): readonly (readonly string[])[] =>
  [...(isNumbered(kind) ? [itemKinds[kind].key] : []), ...itemKinds[kind].naturalKey.enough].map((name) => [
    `${kind}.${name}`,
  ]);
