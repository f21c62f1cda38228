import type { Quarter } from '../../contract/columns/quarters.ts';
import { isItemKind } from '../../contract/kinds.ts';
import type { Finding } from '../../contract/quality.ts';
import { type RelationshipKind, relationshipKinds, relationshipsOf } from '../../contract/relationships.ts';
import { factsOfKind, valueText } from '../history/describeChange.ts';
import { itemNames } from '../lib/kindNames.ts';
import { itemPath, relationshipPath } from '../lib/paths.ts';
import { withAsOf } from '../terms/asOf.ts';

type Fact = Finding['facts'][number];
type FoundItem = Finding['items'][number];

/** A fact of an item. Of a relationship, `kind` may be that of one of its ends. */
interface FactOfKind extends Fact {
  kind: string;
}

const relationshipOf = (kind: string): RelationshipKind | undefined =>
  (relationshipKinds as Readonly<Record<string, RelationshipKind>>)[kind];

/** The kinds whose fields the facts of an item can be: its own and, of a relationship, those of its ends. */
function kindsIn(kind: string): string[] {
  const relationship = relationshipOf(kind);
  return relationship ? [kind, relationship.from, relationship.to] : [kind];
}

/**
 * The facts of each item of a finding. They come item by item, each with the same fields as the next: a field that the item
 * already has, or that its kind does not have, belongs to the next item.
 */
export function factsByItem({ items, facts }: Pick<Finding, 'items' | 'facts'>): FactOfKind[][] {
  const byItem: FactOfKind[][] = items.map(() => []);
  const kindAt = (at: number, name: string) =>
    kindsIn(items[at]?.kind ?? '').find(
      (kind) =>
        name in factsOfKind(kind) && !byItem[at]?.some((known) => known.kind === kind && known.name === name),
    );
  let at = 0;
  for (const fact of facts) {
    if (kindAt(at, fact.name) === undefined && at < items.length - 1) at += 1;
    byItem[at]?.push({ ...fact, kind: kindAt(at, fact.name) ?? items[at]?.kind ?? '' });
  }
  return byItem;
}

/** A fact in the words of its form: 'Start Term: F20', of the end of a relationship 'Degree Award: BA'. */
export function factText({ kind, name, value }: FactOfKind, item: FoundItem, quarter: Quarter): string {
  const facts = factsOfKind(kind)[name];
  const label = facts?.label ?? name;
  const title = kind !== item.kind && isItemKind(kind) ? itemNames[kind].title : '';
  const isNamed = label.startsWith(title);
  return `${isNamed ? '' : `${title} `}${label}: ${valueText(facts, value, quarter) ?? 'none'}`;
}

/** The facts of each item of a finding, in words. */
export const factTexts = (finding: Pick<Finding, 'items' | 'facts'>, quarter: Quarter): string[] =>
  factsByItem(finding).map((facts, at) =>
    facts.map((fact) => factText(fact, finding.items[at] as FoundItem, quarter)).join(' · '),
  );

/** The page of an item, or the screen that edits a relationship and then returns to `back`. */
export function pathOfFound({ kind, key }: FoundItem, asOf: string | null, back: string): string {
  if (isItemKind(kind)) return withAsOf(itemPath(kind, key), asOf);
  const relationship = relationshipOf(kind);
  const link =
    relationship &&
    relationshipsOf(relationship.from).find(
      ({ near, relationship: { name } }) => name === kind && near === 'from',
    );
  const [fromKey = '', toKey = ''] = key.split('/');
  return link ? relationshipPath({ link, fromKey, toKey, back }) : back;
}
