import { sql } from 'kysely';
import * as z from 'zod/mini';
import { type Someone, someone } from '../../../contract/history.ts';
import { permissionsOf, signedInUsers, someoneOf } from '../../auth/users.ts';
import type { Db } from '../../db/tables.ts';
import type { Routes } from '../../http/routeScope.ts';

/** The users whom the screens show by name, and by whom the changes are filtered. */
export function userRoutes({ api, db, config }: Routes): void {
  api.get(
    '/users',
    {
      config: { access: 'manage:data' },
      schema: {
        querystring: z.strictObject({}),
        response: { 200: z.array(someone) },
        summary: 'The users who have changed data, or may, by ID',
      },
    },
    // Not cached: a sign-in may change a name, and raises no counter.
    async () => {
      const changers = await readChangers(db);
      const ids = new Set(changers.map(({ uciNetId }) => uciNetId));
      const known = (await signedInUsers(db)).filter(
        (user) => ids.has(user.uciNetId) || permissionsOf(user, config.groupPermissions).has('manage:data'),
      );
      const byId = new Map([...changers, ...known.map(someoneOf)].map((user) => [user.uciNetId, user]));
      return [...byId.values()].toSorted((one, other) => (one.uciNetId < other.uciNetId ? -1 : 1));
    },
  );
}

/** The users in the change log, real and impersonated ones. The account of commands alone has their name. */
async function readChangers(db: Db): Promise<Someone[]> {
  const { rows } = await sql<{ user: Someone }>`
    select derived.person_json(id, case when bool_and(origin = 'command') then 'command' else 'form' end) as "user"
    from (select actor as id, origin from change_set union all select acting_as, origin from change_set) named
    where id is not null group by id`.execute(db);
  return rows.map(({ user }) => user);
}
