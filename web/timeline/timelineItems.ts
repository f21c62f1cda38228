import type { ItemKey, ItemKind, Items } from '../../contract/kinds.ts';
import type { Link, Related } from '../../contract/relationships.ts';
import { GRADUATE_SCHOOL } from '../../contract/school.ts';
import { boundsOf, relationshipSpan } from '../../contract/spans.ts';
import { itemInTerm } from '../catalog/items/itemInTerm.ts';
import { type ItemView, keyOf, labelOf } from '../catalog/items/itemView.ts';
import { itemViews } from '../catalog/kinds/kinds.ts';
import { relatedOf, titleOf } from '../catalog/relationships/ends.ts';
import { itemPath } from '../lib/paths.ts';
import type { EarlierValuesOf } from '../terms/earlierValuesOf.ts';
import type { FormerName, Other, Others, Part } from './timelineLayout.ts';

/** The bar of an item, with its names of earlier terms. */
export function partOf<K extends ItemKind>(
  view: ItemView<K>,
  item: Items[K],
  earlierOf: EarlierValuesOf,
): Part {
  const own = boundsOf(view.kind, item);
  return {
    kind: view.kind,
    to: itemPath(view.kind, keyOf(view, item)),
    label: labelOf(view, item),
    ...view.identityOf(item),
    own,
    span: own,
    isActive: (item as Record<string, unknown>)[view.active] === true,
    formerNames: formerNamesOf(view, item, earlierOf),
  };
}

/** The labels of an item in earlier terms. A change of a field that the label does not have makes no new name. */
function formerNamesOf<K extends ItemKind>(
  view: ItemView<K>,
  item: Items[K],
  earlierOf: EarlierValuesOf,
): FormerName[] {
  const ends = earlierOf(view.kind, keyOf(view, item)).map(({ lastTerm }) => lastTerm);
  const names = [...new Set(ends)].toSorted().map((lastTerm) => ({
    name: labelOf(view, itemInTerm(view.kind, item, lastTerm, earlierOf)),
    lastTerm,
  }));
  const next = [...names.slice(1).map(({ name }) => name), labelOf(view, item)];
  return names.filter(({ name }, at) => name !== next[at]);
}

/**
 * The related items of an item by these links, without empty lists, earliest first. `formOf` returns the URL of a
 * relationship's form, by its link and the key of the other item.
 */
export const othersOf = (
  detail: object,
  links: readonly Link[],
  formOf: (link: Link, toKey: ItemKey) => string,
  earlierOf: EarlierValuesOf,
): Others[] =>
  links
    .map((link) => ({
      title: titleOf(link, itemViews[link.to].heading),
      noun: link.to,
      parts: relatedOf(detail, link)
        .map((related) =>
          otherOf(
            itemViews[link.to] as unknown as ItemView<ItemKind>,
            related,
            (key) => formOf(link, key),
            earlierOf,
          ),
        )
        .toSorted((one, other) => String(one.span.start).localeCompare(String(other.span.start))),
    }))
    .filter(({ parts }) => parts.length > 0);

const otherOf = <K extends ItemKind>(
  view: ItemView<K>,
  related: Related<Items[K]>,
  formOf: (key: ItemKey) => string,
  earlierOf: EarlierValuesOf,
): Other => ({
  ...partOf(view, related.item, earlierOf),
  span: { start: related[relationshipSpan.start], end: related[relationshipSpan.end] },
  isActive: related.active,
  isForAll: view.kind === 'school' && keyOf(view, related.item) === GRADUATE_SCHOOL,
  form: formOf(keyOf(view, related.item)),
});
