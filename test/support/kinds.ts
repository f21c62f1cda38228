import type { ItemKind } from '../../contract/kinds.ts';
import { itemKinds } from '../../contract/kinds.ts';
import { type RelationshipKind, relationshipPathOf } from '../../contract/relationships.ts';
import type { Client } from './client.ts';
import { aDegree, aDepartment, aMajor, aSchool } from './factories.ts';

export type Item = Record<string, unknown> & { version: number; lastModified: string };
type Body = Record<string, unknown>;
type Key = string | number;

interface Kind {
  kind: ItemKind;
  collection: string;
  key: string;
  /** A legal body for creating an item. */
  form: (values?: object) => Body;
  /** The names of a free-text field and of the comments. */
  title: string;
  comments: string;
  savedBy: string;
  /** A legal key that does not exist. */
  missing: string;
}

/** The facts that tests for all four kinds need about each. */
export const kinds: Record<ItemKind, Kind> = {
  school: {
    kind: 'school',
    ...itemKinds.school,
    form: aSchool,
    title: 'title',
    comments: 'comments',
    savedBy: 'schoolUciNetId',
    missing: '9Z',
  },
  department: {
    kind: 'department',
    ...itemKinds.department,
    form: aDepartment,
    title: 'title',
    comments: 'comments',
    savedBy: 'deptUciNetId',
    missing: '987654',
  },
  degree: {
    kind: 'degree',
    ...itemKinds.degree,
    form: aDegree,
    title: 'degreeTitleRc',
    comments: 'degreeComments',
    savedBy: 'degreeUciNetId',
    missing: '987654',
  },
  major: {
    kind: 'major',
    ...itemKinds.major,
    form: aMajor,
    title: 'title20',
    comments: 'comments',
    savedBy: 'majorUciNetId',
    missing: '987654',
  },
};

/** Creates an item and returns it. If this creates several degrees, returns the first. */
export async function createItem(client: Client, kind: ItemKind, values: object = {}): Promise<Item> {
  const { collection, form } = kinds[kind];
  const { status, body } = await client.post(`/${collection}`, form(values));
  if (status !== 201) throw new Error(`${kind} not created: ${status} ${JSON.stringify(body)}`);
  return [body].flat()[0] as Item;
}

/** The API path of an item. */
export const pathOf = (kind: ItemKind, item: Body | string): string =>
  `/${kinds[kind].collection}/${typeof item === 'string' ? item : keyOf(kind, item)}`;

export const keyOf = (kind: ItemKind, item: Body): Key => item[kinds[kind].key] as Key;

/** The API path of a relationship. */
export const pathOfRelationship = (kind: RelationshipKind, one: Body, other: Body): string =>
  relationshipPathOf(kind, { from: String(keyOf(kind.from, one)), to: String(keyOf(kind.to, other)) });
