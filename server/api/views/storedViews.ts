import { randomUUID } from 'node:crypto';
import { type RawBuilder, sql, type Transaction } from 'kysely';
import { viewScreens } from '../../../contract/viewScreens.ts';
import {
  MOST_VIEWS,
  permissionOf,
  type View,
  type ViewEditForm,
  type ViewForm,
} from '../../../contract/views.ts';
import { array, type Json, textOf } from '../../catalog/itemJson.ts';
import { userLabels } from '../../catalog/userLabels.ts';
import { type Actor, change } from '../../db/changeTransaction.ts';
import type { Db, Tables } from '../../db/tables.ts';
import {
  editConflict,
  forbidden,
  tooManyViews,
  viewNameTaken,
  viewNotFound,
  viewVersionMissing,
} from '../../errors.ts';
import type { Caller } from '../../http/caller.ts';

type Trx = Transaction<Tables>;
type Reader = Pick<Caller, 'permissions'> & { user: { uciNetId: string } };

/** Who saves a view. While impersonating, no one does. */
export interface Saver {
  actor: Actor & { uciNetId: string };
  reader: Reader;
}

/** Whether a user may open a screen. */
export function mayOpen({ permissions }: Reader, screen: View['screen']): boolean {
  const needed = permissionOf(screen);
  return needed === null || permissions.has(needed);
}

/** The views that fulfill a condition, as a reader sees them. `v` is the view. */
const viewsOf = ({ user }: Reader, condition: RawBuilder<unknown>) => sql`
  select v.id, v.screen, v.name, v.query, v.is_shared as "isShared", d.view_id is not null as "isDefault",
    derived.person_json(v.owner, 'form') as owner, v.owner = ${user.uciNetId} as "isMine", v.version
  from view v left join view_default d on d.view_id = v.id and d.uci_net_id = ${user.uciNetId}
  where ${condition} order by v.screen, v.name, v.id`;

/** The reader's own views and all shared ones, of the screens that the reader may open, as a JSON array. */
export async function viewsJson(db: Db, reader: Reader): Promise<Json> {
  const screens = viewScreens.filter((screen) => mayOpen(reader, screen));
  const isVisible = sql`(v.owner = ${reader.user.uciNetId} or v.is_shared) and v.screen in (${sql.join(screens)})`;
  return await textOf(db, array(viewsOf(reader, isVisible)));
}

/** One view in JSON, `[]` if there is none. */
const viewJson = (db: Db, reader: Reader, id: string) =>
  textOf(db, sql`(select row_to_json(x) from (${viewsOf(reader, sql`v.id = ${id}`)}) x)`);

/** What a call does with a view. */
type Use = 'choose' | 'change';

/**
 * The view with this ID. Throws 404 unless it is the reader's own or shared, and 403 if they may not open its screen, or not
 * change it: only its owner may, and of a shared view everyone who manages data.
 */
export async function usableView(db: Db, reader: Reader, id: string, use: Use) {
  const stored = await db.selectFrom('view').selectAll().where('id', '=', id).executeTakeFirst();
  const isMine = stored?.owner === reader.user.uciNetId;
  if (!stored || !(isMine || stored.isShared)) throw viewNotFound();
  if (!mayOpen(reader, stored.screen)) throw forbidden();
  if (use === 'change' && !isMine && !reader.permissions.has('manage:data')) throw forbidden();
  return stored;
}

/** Saves a new view of the reader, and returns it in JSON. A view is no part of the catalog, so the change log has no entry. */
export async function createView(db: Db, { actor, reader }: Saver, values: ViewForm): Promise<Json> {
  const id = randomUUID();
  const owner = reader.user.uciNetId;
  const screen = values.screen as View['screen'];
  const save = async (trx: Trx) => {
    const { count } = await trx
      .selectFrom('view')
      .select(sql<number>`count(*)::int`.as('count'))
      .where('owner', '=', owner)
      .executeTakeFirstOrThrow();
    if (count >= MOST_VIEWS) throw tooManyViews(MOST_VIEWS);
    await refuseTakenName(trx, { id, owner, screen, name: values.name });
    await trx
      .insertInto('view')
      .values({ ...values, screen, id, owner, version: 1, ...stampOf(actor) })
      .execute();
    return await viewJson(trx, reader, id);
  };
  return await change(db, actor, save, async (trx) => await exists(trx, id));
}

/** Changes a view, and returns it in JSON. When it is no longer shared, the defaults of others that point to it end. */
export async function editView(
  db: Db,
  { actor, reader }: Saver,
  id: string,
  { name, query, isShared, version }: ViewEditForm,
): Promise<Json> {
  const save = async (trx: Trx) => {
    const stored = await usableView(trx, reader, id, 'change');
    if (version === null) throw viewVersionMissing();
    if (version !== stored.version) {
      const { lastModifiedBy: by, lastModified } = stored;
      throw editConflict('view', (await userLabels(trx, [by]))(by), lastModified);
    }
    await refuseTakenName(trx, { ...stored, name });
    await trx
      .updateTable('view')
      .set({ name, query, isShared, version: stored.version + 1, ...stampOf(actor) })
      .where('id', '=', id)
      .execute();
    if (!isShared)
      await trx
        .deleteFrom('viewDefault')
        .where('viewId', '=', id)
        .where('uciNetId', '<>', stored.owner)
        .execute();
    return await viewJson(trx, reader, id);
  };
  return await change(db, actor, save, async (trx, saved) => (await viewJson(trx, reader, id)) === saved);
}

/** Deletes a view, and with it the defaults that point to it. */
export async function removeView(db: Db, { actor, reader }: Saver, id: string): Promise<void> {
  const remove = async (trx: Trx) => {
    await usableView(trx, reader, id, 'change');
    await trx.deleteFrom('view').where('id', '=', id).execute();
  };
  await change(db, actor, remove, async (trx) => !(await exists(trx, id)));
}

/** Makes a view the reader's default for its screen, in place of another one, or ends that. */
export async function setDefault(
  db: Db,
  { actor, reader }: Saver,
  id: string,
  isDefault: boolean,
): Promise<void> {
  const { uciNetId } = reader.user;
  const stored = (trx: Trx) =>
    trx.selectFrom('viewDefault').select('viewId').where('viewId', '=', id).where('uciNetId', '=', uciNetId);
  const save = async (trx: Trx) => {
    const { screen } = await usableView(trx, reader, id, 'choose');
    if (isDefault)
      await trx
        .insertInto('viewDefault')
        .values({ uciNetId, screen, viewId: id })
        .onConflict((conflict) => conflict.columns(['uciNetId', 'screen']).doUpdateSet({ viewId: id }))
        .execute();
    else
      await trx.deleteFrom('viewDefault').where('viewId', '=', id).where('uciNetId', '=', uciNetId).execute();
  };
  await change(
    db,
    actor,
    save,
    async (trx) => ((await stored(trx).executeTakeFirst()) !== undefined) === isDefault,
  );
}

const stampOf = ({ uciNetId }: Saver['actor']) => ({
  lastModified: sql<string>`clock_timestamp()`,
  lastModifiedBy: uciNetId,
});

async function exists(trx: Trx, id: string): Promise<boolean> {
  const found = trx.selectFrom('view').select('id').where('id', '=', id);
  return (await found.executeTakeFirst()) !== undefined;
}

/** Refuses a name that the owner has given to another view of the screen, ignoring case. */
async function refuseTakenName(
  trx: Trx,
  { id, owner, screen, name }: { id: string; owner: string; screen: View['screen']; name: string },
): Promise<void> {
  const taken = await trx
    .selectFrom('view')
    .select('name')
    .where('owner', '=', owner)
    .where('screen', '=', screen)
    .where('id', '<>', id)
    .where(sql<boolean>`derived.fold(name) = derived.fold(${name})`)
    .executeTakeFirst();
  if (taken) throw viewNameTaken(taken.name);
}
