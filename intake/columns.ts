import * as z from 'zod/mini';
import { degreeForm } from '../contract/degree.ts';
import { departmentForm } from '../contract/department.ts';
import type { FieldFacts } from '../contract/field.ts';
import { type Form, factsOfForm } from '../contract/form.ts';
import { type ItemKind, isItemKind, itemKinds } from '../contract/items.ts';
import { majorForm } from '../contract/major.ts';
import { naturalKeys } from '../contract/proposals.ts';
import { type RelationshipKind, relationshipKinds } from '../contract/relationships.ts';
import { schoolForm } from '../contract/school.ts';
import { alsoCalled } from './headers.ts';
import type { PossibleColumn } from './intake.ts';
import { capital, compact } from './words.ts';

const forms: Record<ItemKind, Form> = {
  school: schoolForm,
  department: departmentForm,
  degree: degreeForm,
  major: majorForm,
};
const facts = new Map<Form, Record<string, FieldFacts>>();

/** The properties of the fields of a form, made once. */
function factsOf(form: Form): Record<string, FieldFacts> {
  const found = facts.get(form) ?? factsOfForm(form);
  facts.set(form, found);
  return found;
}

/** A column of a kind. `item` is the kind of the end that it names; `facts` are those of its field, without them it is a key. */
export interface Column extends PossibleColumn {
  name: string;
  facts: FieldFacts | undefined;
  item: ItemKind | undefined;
  /** Its headers, as `compact` has them, the best first. */
  headers: readonly string[];
}

/** The kind of relationship with this name. Throws for a name that is none. */
export function relationshipOf(kind: string): RelationshipKind {
  if (!Object.hasOwn(relationshipKinds, kind)) throw new Error(`${kind} is no kind of row`);
  return relationshipKinds[kind as keyof typeof relationshipKinds];
}

/** Whether the key of a kind is a number that the database gives, so that its nature is something else. */
export const isNumbered = (kind: ItemKind) =>
  !naturalKeys[kind].by.some((fields) => fields.includes(itemKinds[kind].key));

const made = new Map<string, readonly Column[]>();

/** All columns that a table of a kind can have, in the order of the forms. */
export function columnsOf(kind: string): readonly Column[] {
  const found =
    made.get(kind) ?? (isItemKind(kind) ? itemColumns(kind) : relationshipColumns(relationshipOf(kind)));
  made.set(kind, found);
  return found;
}

/**
 * Why a value breaks a rule of its field by itself, as the server would say it: the rest of a sentence that begins with the
 * value. Undefined if it does not, and for what names an end.
 */
export function brokenRule(kind: string, { id, facts, item }: Column, value: unknown): string | undefined {
  if (!facts || item) return undefined;
  const { fields }: Form = isItemKind(kind) ? forms[kind] : relationshipOf(kind).form;
  const [issue] = (fields[id] && z.safeParse(fields[id], value).error?.issues) ?? [];
  return issue?.message.replace(`${facts.label} `, '');
}

/** The columns that a person can choose from. */
export const possibleColumns = (kind: string): readonly PossibleColumn[] =>
  columnsOf(kind).map(({ id, label }) => ({ id, label }));

function itemColumns(kind: ItemKind): Column[] {
  const fields = Object.entries(factsOf(forms[kind])).filter(([name]) => name !== 'version');
  return [
    ...keyColumn(kind, undefined),
    ...fields.map(([name, about]) =>
      column({ id: name, label: about.label, name, facts: about, item: undefined }, [
        about.label,
        name,
        ...alsoCalled(kind, name),
      ]),
    ),
  ];
}

/** Of an end, what names it; of the relationship itself, all its fields. */
function relationshipColumns({ from, to, form }: RelationshipKind): Column[] {
  const own = Object.entries(factsOf(form))
    .filter(([name]) => name !== 'version')
    .map(([name, about]) =>
      column({ id: name, label: about.label, name, facts: about, item: undefined }, [
        about.label,
        name,
        ...alsoCalled('relationship', name),
      ]),
    );
  const all = [...endColumns(from, to), ...endColumns(to, from), ...own];
  return all;
}

/** The columns that name an end. A header that could be of the other end too is not one of them. */
function endColumns(item: ItemKind, other: ItemKind): Column[] {
  const { by, start } = naturalKeys[item];
  const names = [...new Set([...by.flat(), ...(start ? [start] : [])])];
  const taken = new Set(itemColumns(other).flatMap(({ headers }) => headers));
  const of = factsOf(forms[item]);
  return [
    ...keyColumn(item, item),
    ...names.map((name) => {
      const { [name]: about } = of;
      const title = about?.label ?? name;
      const label = title.startsWith(capital(item)) ? title : `${capital(item)} ${title}`;
      const bare =
        name === start
          ? []
          : [title, name, ...alsoCalled(item, name)].filter((text) => !taken.has(compact(text)));
      const qualified = alsoCalled(item, name).map((text) => `${item} ${text}`);
      const known = column({ id: `${item}.${name}`, label, name, facts: about, item }, [
        label,
        `${item} ${name}`,
        ...qualified,
        ...alsoCalled(`end of ${item}`, name),
        ...bare,
      ]);
      return known;
    }),
  ];
}

function keyColumn(item: ItemKind, end: ItemKind | undefined): Column[] {
  if (!isNumbered(item)) return [];
  const { key } = itemKinds[item];
  const label = `${capital(item)} Key`;
  const id = end ? `${end}.${key}` : key;
  return [
    column({ id, label, name: key, facts: undefined, item: end }, [label, key, ...(end ? [] : ['Key'])]),
  ];
}

const column = (about: Omit<Column, 'headers'>, headers: readonly string[]): Column => ({
  ...about,
  headers: [...new Set([about.id, ...headers].map(compact))],
});

/** The ways in which a table can name the items that it is for: by all columns of one of these lists. */
export const waysToName = (kind: ItemKind): readonly (readonly string[])[] =>
  isNumbered(kind) ? [[itemKinds[kind].key], ...naturalKeys[kind].by] : naturalKeys[kind].by;

/** What of its nature an end cannot do without. The rest is needed only where there are several. */
const telling: Readonly<Record<ItemKind, readonly string[]>> = {
  school: ['schoolCode'],
  department: ['title7', 'title'],
  degree: ['degreeTitleRc'],
  major: ['majorCode'],
};

/** The ways in which a table can name the items at an end. */
export const waysToNameEnd = (kind: ItemKind): readonly (readonly string[])[] =>
  [...(isNumbered(kind) ? [itemKinds[kind].key] : []), ...telling[kind]].map((name) => [`${kind}.${name}`]);
