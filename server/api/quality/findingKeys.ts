import { isItemKind, itemKinds } from '../../../contract/kinds.ts';
import { keyNames, relationshipKinds } from '../../../contract/relationships.ts';
import type { Found } from '../../catalog/quality/findings.ts';

/** The fields of a kind's key, and the kinds of item that they identify. */
export function keyFieldsOf(kind: string) {
  if (isItemKind(kind)) return [{ field: itemKinds[kind].key, end: kind }];
  const relationship = relationshipKinds[kind as keyof typeof relationshipKinds];
  const { from, to } = keyNames(relationship);
  return [
    { field: from, end: relationship.from },
    { field: to, end: relationship.to },
  ];
}

/** Whether a finding is about an item or relationship, or about a relationship of the item. */
export const concerns = ({ items }: Found, kind: string, key: string) =>
  items.some((one) => {
    if (one.kind === kind) return one.key === key;
    if (isItemKind(one.kind) || !isItemKind(kind)) return false;
    const parts = one.key.split('/');
    return keyFieldsOf(one.kind).some(({ end }, at) => end === kind && parts[at] === key);
  });

/** The row of a proposal that fixes a finding. */
export function rowOf({ items, keys, fix: values }: Found) {
  const kind = items[0]?.kind ?? '';
  const key = keys[0] ?? [];
  const named = keyFieldsOf(kind).map(({ field, end }, at) => ({ field, end, value: key[at] ?? null }));
  const ref: Record<string, unknown> = isItemKind(kind)
    ? Object.fromEntries(named.map(({ field, value }) => [field, value]))
    : Object.fromEntries(named.map(({ field, end, value }) => [end, { [field]: value }]));
  return { kind, ref, values: values ?? {} };
}
