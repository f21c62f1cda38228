import { randomUUID } from 'node:crypto';
import { type RawBuilder, sql, type Transaction } from 'kysely';
import { type ErrorItem, errorCode } from '../../../contract/errors.ts';
import { MOST_DAYS, type Token, type TokenForm } from '../../../contract/tokens.ts';
import { array, type Json, textOf } from '../../catalog/itemJson.ts';
import { type Actor, change } from '../../db/changeTransaction.ts';
import type { Db, Tables } from '../../db/tables.ts';
import { ApiError, tokenNameTaken, tokenNotFound, tokenRevoked } from '../../errors.ts';
import { hashOf, newSecret } from './secrets.ts';

type Trx = Transaction<Tables>;
/** The user who creates, renews or revokes a token. While impersonating, no one does. */
type Manager = Actor & { uciNetId: string };

/** The day of the university. */
export const today = (timeZone: string) => sql<string>`(now() at time zone ${sql.lit(timeZone)})::date`;

/** In days: how long a revoked token is listed, how long before its end a token is `expiring`, and how long a renewed secret still works. */
const LISTED = 90;
const EXPIRING = 30;
const OVERLAP = 7;

/** The tokens that fulfill a condition. `t` is the token. */
const tokensOf = (timeZone: string, condition: RawBuilder<unknown>) => sql`
  select t.id, t.name, t.contact, t.scopes, derived.iso(t.created_at) as "createdAt",
    derived.person_json(t.created_by, 'form') as "createdBy", t.expires_on::text as "expiresOn",
    t.last_used_on::text as "lastUsedOn", case
      when t.revoked_at is not null then 'revoked'
      when t.expires_on < ${today(timeZone)} then 'expired'
      when t.expires_on <= ${today(timeZone)} + ${sql.lit(EXPIRING)} then 'expiring'
      else 'valid'
    end as state
  from token t where ${condition} order by t.created_at desc, t.id`;

/** All tokens as a JSON array, newest first; revoked ones for 90 days. */
export async function tokensJson(db: Db, timeZone: string): Promise<Json> {
  const isListed = sql`coalesce(t.revoked_at > now() - make_interval(days => ${sql.lit(LISTED)}), true)`;
  return await textOf(db, array(tokensOf(timeZone, isListed)));
}

/** One token. Throws 404 if there is none. */
async function tokenOf(db: Db, timeZone: string, id: string): Promise<Token> {
  const { rows } = await sql<{ token: Token }>`
    select row_to_json(x) as token from (${tokensOf(timeZone, sql`t.id = ${id}`)}) x`.execute(db);
  const [row] = rows;
  if (!row) throw tokenNotFound();
  return row.token;
}

/** The error of a last day that is not from tomorrow to 366 days ahead. */
export async function errorsOfDay(db: Db, timeZone: string, expiresOn: string): Promise<ErrorItem[]> {
  const { rows } = await sql<{ first: string; last: string; isIn: boolean }>`
    select (d + 1)::text as first, (d + ${sql.lit(MOST_DAYS)})::text as last,
      ${expiresOn}::date between d + 1 and d + ${sql.lit(MOST_DAYS)} as is_in
    from (select ${today(timeZone)} as d) day`.execute(db);
  const [range] = rows;
  if (!range || range.isIn) return [];
  const code = errorCode('TOKEN', 'expiresOn', 'OUT_OF_RANGE');
  const message = `Expires On must be from ${range.first} to ${range.last}`;
  return [{ code, field: 'expiresOn', message }];
}

async function requireDay(db: Db, timeZone: string, expiresOn: string): Promise<void> {
  const errors = await errorsOfDay(db, timeZone, expiresOn);
  if (errors.length > 0) throw new ApiError(422, errors);
}

/** Creates a token, and returns it with its secret. */
export async function createToken(
  db: Db,
  actor: Manager,
  timeZone: string,
  { name, contact, scopes, expiresOn }: TokenForm,
): Promise<Json> {
  const [id, secret] = [randomUUID(), newSecret()];
  const save = async (trx: Trx) => {
    await requireDay(trx, timeZone, expiresOn);
    await refuseTakenName(trx, timeZone, id, name);
    const createdBy = actor.uciNetId;
    await trx
      .insertInto('token')
      .values({ id, name, contact, scopes: JSON.stringify(scopes), createdBy, expiresOn })
      .execute();
    await addSecret(trx, actor, { id, secret, expiresOn });
    return withSecret(await tokenOf(trx, timeZone, id), secret);
  };
  return await change(db, actor, save, (trx) => hasSecret(trx, secret));
}

/**
 * Gives a token a new secret, and returns it. Each earlier secret works for 7 more days, but never beyond its own last day.
 * Throws 404 if there is no such token, and 409 if it is revoked or if another one has its name by now.
 */
export async function renewToken(
  db: Db,
  actor: Manager,
  timeZone: string,
  id: string,
  expiresOn: string,
): Promise<Json> {
  const secret = newSecret();
  const save = async (trx: Trx) => {
    const { name, state } = await tokenOf(trx, timeZone, id);
    if (state === 'revoked') throw tokenRevoked();
    await requireDay(trx, timeZone, expiresOn);
    await refuseTakenName(trx, timeZone, id, name);
    await sql`
      update token_secret set expires_on = least(expires_on, ${today(timeZone)} + ${sql.lit(OVERLAP)})
      where token_id = ${id}`.execute(trx);
    await addSecret(trx, actor, { id, secret, expiresOn });
    await trx.updateTable('token').set({ expiresOn }).where('id', '=', id).execute();
    return withSecret(await tokenOf(trx, timeZone, id), secret);
  };
  return await change(db, actor, save, (trx) => hasSecret(trx, secret));
}

/** Ends all secrets of a token at once, also a second time. Throws 404 if there is no such token. */
export async function revokeToken(db: Db, actor: Manager, id: string): Promise<void> {
  const isRevoked = async (trx: Trx) => {
    const stored = await trx
      .selectFrom('token')
      .select(sql<boolean>`revoked_at is not null`.as('isRevoked'))
      .where('id', '=', id)
      .executeTakeFirst();
    if (!stored) throw tokenNotFound();
    return stored.isRevoked;
  };
  const save = async (trx: Trx) => {
    if (await isRevoked(trx)) return;
    await trx
      .updateTable('token')
      .set({ revokedAt: sql<string>`clock_timestamp()`, revokedBy: actor.uciNetId })
      .where('id', '=', id)
      .execute();
  };
  await change(db, actor, save, isRevoked);
}

const withSecret = (token: Token, secret: string): Json => JSON.stringify({ ...token, token: secret });

async function addSecret(
  trx: Trx,
  { uciNetId }: Manager,
  { id, secret, expiresOn }: { id: string; secret: string; expiresOn: string },
): Promise<void> {
  await trx
    .insertInto('tokenSecret')
    .values({ hash: hashOf(secret), tokenId: id, createdBy: uciNetId, expiresOn })
    .execute();
}

async function hasSecret(trx: Trx, secret: string): Promise<boolean> {
  const found = trx.selectFrom('tokenSecret').select('hash').where('hash', '=', hashOf(secret));
  return (await found.executeTakeFirst()) !== undefined;
}

/** Refuses the name of another token that works. */
async function refuseTakenName(trx: Trx, timeZone: string, id: string, name: string): Promise<void> {
  const taken = await trx
    .selectFrom('token')
    .select('id')
    .where('name', '=', name)
    .where('id', '<>', id)
    .where('revokedAt', 'is', null)
    .where(sql<boolean>`expires_on >= ${today(timeZone)}`)
    .executeTakeFirst();
  if (taken) throw tokenNameTaken(name);
}
