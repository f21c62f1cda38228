import { fullNameOf, userLabel } from '../../contract/user.ts';
import type { Db } from '../db/tables.ts';

/** Reads how messages name the users with these IDs: 'Robin Alvarez (ralvarez)', or the ID alone if the name is unknown. */
export async function userLabels(db: Db, ids: readonly string[]): Promise<(id: string) => string> {
  if (ids.length === 0) return (id) => id;
  const columns = ['uciNetId', 'firstName', 'lastName'] as const;
  const rows = await db.selectFrom('appUser').select(columns).where('uciNetId', 'in', ids).execute();
  const names = new Map(rows.map((row) => [row.uciNetId, fullNameOf(row)]));
  return (uciNetId) => userLabel({ uciNetId, name: names.get(uciNetId) ?? '' });
}
