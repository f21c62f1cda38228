import { sql } from 'kysely';
import type { Permission } from '../../contract/user.ts';
import type { Db } from '../db/tables.ts';
import type { Named } from '../http/caller.ts';

/** Somebody who has signed in, as the provider last described them. */
export interface Person extends Named {
  groups: readonly string[];
}

export type GroupPermissions = Readonly<Record<string, readonly Permission[]>>;

/** What somebody may do, from the groups they are in. */
export function permissionsOf(person: Person, groups: GroupPermissions): ReadonlySet<Permission> {
  return new Set(
    person.groups.flatMap((group) => (Object.hasOwn(groups, group) ? (groups[group] ?? []) : [])),
  );
}

/**
 * Keeps what the provider says of somebody at a sign-in, and answers their ID. Found in either case, it stays as it was
 * first written.
 */
export async function rememberPerson(db: Db, person: Person): Promise<string> {
  const { uciNetId, ...rest } = person;
  const row = { ...rest, groups: JSON.stringify(person.groups), lastSignIn: sql<string>`now()` };
  // Two statements: `on conflict do update` looks at one index only, and the key and the folded ID have one each.
  await db
    .insertInto('appUser')
    .values({ uciNetId, ...row })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const kept = await db
    .updateTable('appUser')
    .set(row)
    .where(isPerson(uciNetId))
    .returning('uciNetId')
    .executeTakeFirstOrThrow();
  return kept.uciNetId;
}

/** Somebody by their ID in either case, if they have signed in before. */
export async function findPerson(db: Db, uciNetId: string): Promise<Person | undefined> {
  return await db
    .selectFrom('appUser')
    .select(['uciNetId', 'firstName', 'lastName', 'email', 'groups'])
    .where(isPerson(uciNetId))
    .executeTakeFirst();
}

const isPerson = (uciNetId: string) => sql<boolean>`lower(uci_net_id) = lower(${uciNetId} collate "C")`;
