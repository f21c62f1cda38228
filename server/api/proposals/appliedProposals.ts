import { createHash } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import type { ApplyForm } from '../../../contract/proposals.ts';
import type { Json } from '../../catalog/itemJson.ts';
import type { Tables } from '../../db/tables.ts';
import { idTaken } from '../../errors.ts';
import { mapYielding } from '../../runtime/yieldToEventLoop.ts';

// The proposals applied in the last day. A client that did not get the response sends its proposal again, with the same ID.

type Trx = Transaction<Tables>;

/** The user of a proposal, the ID that the client gave it, and the hash of its content. */
export interface Sent {
  uciNetId: string;
  id: string;
  bodyHash: string;
}

/** The SHA-256 of the content of a proposal. The order of names does not matter. */
export async function hashOf({ origin, title, reason, rows }: ApplyForm): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify([origin, title, reason]));
  await mapYielding(rows, (row) => hash.update(`\n${JSON.stringify(ordered(row))}`));
  return hash.digest('hex');
}

/** A value with its names in a fixed order. A row is not nested deeply. */
function ordered(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(ordered);
  const fields = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(fields.map(([name, field]) => [name, ordered(field)]));
}

/**
 * The change set of the same proposal of the same user, in the JSON of its first response; undefined if there is none.
 * Throws a 409 if another proposal has this ID.
 */
export async function recordedResponse(
  trx: Trx,
  { uciNetId, id, bodyHash }: Sent,
): Promise<Json | undefined> {
  await trx
    .deleteFrom('appliedProposal')
    .where('at', '<', sql<string>`now() - interval '24 hours'`)
    .execute();
  const found = await trx
    .selectFrom('appliedProposal')
    .select(['bodyHash', 'answer'])
    .where('uciNetId', '=', uciNetId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (found && found.bodyHash !== bodyHash) throw idTaken();
  return found?.answer;
}

/** Stores the response to a proposal, in the transaction that saves it. */
export async function remember(trx: Trx, sent: Sent, response: Json): Promise<void> {
  await trx
    .insertInto('appliedProposal')
    .values({ ...sent, answer: response })
    .execute();
}
