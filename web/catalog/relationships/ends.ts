import type { ItemKind, Items } from '../../../contract/kinds.ts';
import type { Link, Related } from '../../../contract/relationships.ts';

/** The rows of a detail response for one kind of relationship. */
export const relatedOf = <To extends ItemKind>(detail: object, { list }: Link<To>): Related<Items[To]>[] =>
  (detail as Record<string, Related<Items[To]>[]>)[list] ?? [];

/** The target kind's title, followed by the relationship's own name if it has one. */
export const titleOf = ({ name, to }: Link, title: string): string =>
  name === to ? title : `${title} (${name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)})`;
