import { EARLIER_VALUE } from '../../contract/earlierValues.ts';
import { type ItemKind, isItemKind } from '../../contract/kinds.ts';

/** Names an earlier value: the item, the field, and the last term in which it had the value. */
interface EarlierValueKey {
  kind: ItemKind;
  key: string;
  field: string;
  lastTerm: string;
}

/** Reads the key of an earlier value in a change set: `major/12/titleLong/201992`. Undefined for a row of another kind. */
export function readEarlierValueKey(row: { kind: string; key: string }): EarlierValueKey | undefined {
  const [kind, key = '', field = '', lastTerm = ''] = row.key.split('/');
  return row.kind === EARLIER_VALUE && isItemKind(kind) ? { kind, key, field, lastTerm } : undefined;
}
