import * as z from 'zod/mini';
import { earlierValueForm } from '../contract/earlierValueEditForms.ts';
import { EARLIER_VALUE } from '../contract/earlierValues.ts';
import type { FieldFacts } from '../contract/field.ts';
import { type Form, factsOfForm } from '../contract/form.ts';
import { kindForms } from '../contract/kindForms.ts';
import { type ItemKind, isItemKind, itemKinds } from '../contract/kinds.ts';
import { type RelationshipKind, relationshipKinds } from '../contract/relationships.ts';
import type { PossibleColumn } from './intake.ts';
import type { CellError, Meaning } from './values.ts';
import { allOf, capital } from './words.ts';

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
  /** Reads a text, if not by the properties of the field. */
  meaningOf?: (text: string) => Meaning | CellError;
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
    (isItemKind(kind)
      ? itemColumns(kind)
      : kind === EARLIER_VALUE
        ? earlierValueColumns()
        : relationshipColumns(relationshipOf(kind)));
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
  const { fields } = formOf(kind);
  const [issue] = (fields[id] && z.safeParse(fields[id], value).error?.issues) ?? [];
  return issue?.message.replace(`${facts.label} `, '');
}

/** The form with the fields of a row. */
function formOf(kind: string): Form {
  if (isItemKind(kind)) return kindForms[kind].editForm;
  return kind === EARLIER_VALUE ? earlierValueForm : relationshipOf(kind).form;
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

/** The columns that name an item of any kind, and the fields of an earlier value. */
const earlierValueColumns = (): Column[] => [
  ...(Object.keys(itemKinds) as ItemKind[]).flatMap(endColumns),
  ...fieldColumns(earlierValueForm),
];

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

/** The columns that can name the item of an earlier value: 'School Code, Department Title 7, Degree Title or Major Code'. */
export function namesOfItems(): string {
  const labels = (Object.keys(itemKinds) as ItemKind[]).map((kind) =>
    labelOf(EARLIER_VALUE, `${kind}.${itemKinds[kind].naturalKey.enough[0]}`),
  );
  return allOf(labels, 'or');
}
