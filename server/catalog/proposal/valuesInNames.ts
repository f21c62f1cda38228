import type * as z from 'zod/mini';
import { factsOf } from '../../../contract/field.ts';
import type { Form } from '../../../contract/form.ts';
import { kindForms } from '../../../contract/kindForms.ts';
import { type ItemKind, itemKinds } from '../../../contract/kinds.ts';
import { isCleanText, normalizeText } from '../../../contract/text.ts';
import type { Db } from '../../db/tables.ts';
import type { Row } from '../storedRows.ts';
import type { ItemName, ItemRow } from './proposedRow.ts';

// The values that a name sets in its new item.

/** The sent fields of a name. */
export const sentIn = (name: ItemName): Row => (name.by === 'naturalKey' ? name.sent : {});

/**
 * Returns a function that reads the values of a new item from its `ref`: the sent values, but codes, which match in either
 * case, in their standard spelling.
 */
export async function valuesInNames(
  db: Db,
  kind: ItemKind,
  newRows: readonly ItemRow[],
): Promise<(name: ItemName) => Row> {
  const { fields }: Form = kindForms[kind].editForm;
  const spellings = new Map<string, readonly string[]>();
  if (newRows.some(({ name }) => name.by === 'naturalKey'))
    for (const code of itemKinds[kind].naturalKey.codes)
      spellings.set(code, await spellingsOf(db, fields[code]));
  return (name) =>
    Object.fromEntries(
      Object.entries(sentIn(name)).map(([field, value]) => [
        field,
        respell(value, spellings.get(field) ?? []),
      ]),
    );
}

/** The values that a field takes; empty if they are not limited to a list. */
async function spellingsOf(db: Db, field: z.ZodMiniType | undefined): Promise<readonly string[]> {
  const { options, lookup } = field ? factsOf(field) : {};
  if (options) return options.map(({ value }) => value);
  if (lookup !== 'award') return [];
  const awards = await db.selectFrom('awardType').select('degreeShort').execute();
  return awards.map(({ degreeShort }) => degreeShort);
}

/** The spelling that matches a value in either case, if there is exactly one; otherwise the value. */
function respell(value: unknown, spellings: readonly string[]): unknown {
  if (typeof value !== 'string' || !isCleanText(value)) return value;
  const text = normalizeText(value);
  const matches = spellings.filter((spelling) => spelling.toLowerCase() === text.toLowerCase());
  return matches.length === 1 ? matches[0] : value;
}
