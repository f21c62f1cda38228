import type { ItemKind, Items } from '../../contract/items.ts';
import type { Link, Related } from '../../contract/relationships.ts';

/** What a detail says of its item's relationships of one kind. */
export const relatedOf = <To extends ItemKind>(detail: object, { list }: Link<To>): Related<Items[To]>[] =>
  (detail as Record<string, Related<Items[To]>[]>)[list] ?? [];

/** The title of the kind that a relationship leads to; of one with a name of its own that as well. */
export const titleOf = ({ name, to }: Link, title: string): string =>
  name === to ? title : `${title} (${name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)})`;
