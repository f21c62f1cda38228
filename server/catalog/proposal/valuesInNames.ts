import type * as z from 'zod/mini';
import { factsOf } from '../../../contract/field.ts';
import type { ItemKind } from '../../../contract/items.ts';
import { naturalKeys } from '../../../contract/proposals.ts';
import { isCleanText, normalizeText } from '../../../contract/text.ts';
import type { Db } from '../../db/tables.ts';
import { rulesByKind } from '../rulesByKind.ts';
import type { Row } from '../storedRows.ts';
import type { ItemName, ItemRow } from './proposedRow.ts';

// What a name gives to the new item that it names.

/** What was sent as the name. */
export const sentIn = (name: ItemName): Row => (name.by === 'nature' ? name.sent : {});

/**
 * A function that says which values the `ref` of a new item gives it: what was sent, but codes, which match in either case,
 * as they are written elsewhere.
 */
export async function valuesInNames(
  db: Db,
  kind: ItemKind,
  fresh: readonly ItemRow[],
): Promise<(name: ItemName) => Row> {
  const { fields } = rulesByKind[kind].editForm;
  const spellings = new Map<string, readonly string[]>();
  if (fresh.some(({ name }) => name.by === 'nature'))
    for (const code of naturalKeys[kind].codes) spellings.set(code, await spellingsOf(db, fields[code]));
  return (name) =>
    Object.fromEntries(
      Object.entries(sentIn(name)).map(([field, value]) => [
        field,
        spelled(value, spellings.get(field) ?? []),
      ]),
    );
}

/** The only values that a field takes, if that is known. */
async function spellingsOf(db: Db, field: z.ZodMiniType | undefined): Promise<readonly string[]> {
  const { options, lookup } = field ? factsOf(field) : {};
  if (options) return options.map(({ value }) => value);
  if (lookup !== 'award') return [];
  const awards = await db.selectFrom('awardType').select('degreeShort').execute();
  return awards.map(({ degreeShort }) => degreeShort);
}

/** A value as the only one of these that it can mean, if there is one. */
function spelled(value: unknown, spellings: readonly string[]): unknown {
  if (typeof value !== 'string' || !isCleanText(value)) return value;
  const text = normalizeText(value);
  const like = spellings.filter((one) => one.toLowerCase() === text.toLowerCase());
  return like.length === 1 ? like[0] : value;
}
