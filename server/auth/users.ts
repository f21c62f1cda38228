import { sql } from 'kysely';
import type { Someone } from '../../contract/history.ts';
import { fullNameOf, type Permission } from '../../contract/user.ts';
import type { Db } from '../db/tables.ts';
import type { Named } from '../http/caller.ts';

/** A user who has signed in, as the provider last described them. */
export interface SignedInUser extends Named {
  groups: readonly string[];
}

type GroupPermissions = Readonly<Record<string, readonly Permission[]>>;

/** A user's permissions, derived from their groups. */
export function permissionsOf(user: SignedInUser, groups: GroupPermissions): ReadonlySet<Permission> {
  return new Set(user.groups.flatMap((group) => (Object.hasOwn(groups, group) ? (groups[group] ?? []) : [])));
}

/**
 * Stores the provider's data about a user at sign-in, and returns their stored ID. The ID is matched case-insensitively and
 * keeps the spelling of the first sign-in.
 */
export async function rememberUser(db: Db, user: SignedInUser): Promise<string> {
  const { uciNetId, ...rest } = user;
  const row = { ...rest, groups: JSON.stringify(user.groups), lastSignIn: sql<string>`now()` };
  // Two statements, because `on conflict do update` handles only one index, and both the key and the folded ID have an
  // index.
  await db
    .insertInto('appUser')
    .values({ uciNetId, ...row })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const stored = await db
    .updateTable('appUser')
    .set(row)
    .where(isUser(uciNetId))
    .returning('uciNetId')
    .executeTakeFirstOrThrow();
  return stored.uciNetId;
}

const columns = ['uciNetId', 'firstName', 'lastName', 'email', 'groups'] as const;

/** All users who have signed in, by ID. */
export const signedInUsers = (db: Db): Promise<SignedInUser[]> =>
  db.selectFrom('appUser').select(columns).orderBy('uciNetId').execute();

/** A user, with their full name or, if it is unknown, their ID. */
export const someoneOf = (user: Named): Someone => ({
  uciNetId: user.uciNetId,
  name: fullNameOf(user) || user.uciNetId,
});

/** Finds a user who has signed in before, by their ID, case-insensitively. */
export async function findUser(db: Db, uciNetId: string): Promise<SignedInUser | undefined> {
  return await db.selectFrom('appUser').select(columns).where(isUser(uciNetId)).executeTakeFirst();
}

const isUser = (uciNetId: string) => sql<boolean>`lower(uci_net_id) = lower(${uciNetId} collate "C")`;
