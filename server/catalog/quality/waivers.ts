import { sql, type Transaction } from 'kysely';
import type { Waiver } from '../../../contract/quality.ts';
import { type Actor, change } from '../../db/changeTransaction.ts';
import type { Db, Tables } from '../../db/tables.ts';
import { textOf } from '../itemJson.ts';

type Trx = Transaction<Tables>;

/** The waivers in force, by rule and fingerprint. */
export type Waivers = ReadonlyMap<string, ReadonlyMap<string, Waiver>>;

/** Reads the waivers in force: of one rule, or of all. Those whose findings are gone are among them. */
export async function readWaivers(db: Db, rule?: string): Promise<Waivers> {
  const json = await textOf(
    db,
    sql`(
      select coalesce(json_agg(json_build_object('rule', rule, 'fingerprint', fingerprint, 'waiver', json_build_object(
        'note', note, 'at', derived.iso(waived_at), 'by', derived.person_json(waived_by, 'form')))), '[]')
      from quality_waiver where ended_at is null and ${rule === undefined ? sql`true` : sql`rule = ${rule}`}
    )`,
  );
  const byRule = new Map<string, Map<string, Waiver>>();
  for (const row of JSON.parse(json) as { rule: string; fingerprint: string; waiver: Waiver }[]) {
    const ofRule = byRule.get(row.rule) ?? new Map<string, Waiver>();
    byRule.set(row.rule, ofRule.set(row.fingerprint, row.waiver));
  }
  return byRule;
}

/** The user who waives. While impersonating, no one does. */
type WaivedBy = Actor & { uciNetId: string };

/** Accepts a finding, with a note that replaces an earlier one. The earlier waiver is kept as ended. */
export async function waive(
  db: Db,
  actor: WaivedBy,
  { rule, fingerprint, note }: { rule: string; fingerprint: string; note: string },
): Promise<Waiver> {
  const save = async (trx: Trx) => {
    await end(trx, actor, rule, fingerprint);
    await trx
      .insertInto('qualityWaiver')
      .values({ rule, fingerprint, note, waivedBy: actor.uciNetId })
      .execute();
    const saved = await stored(trx, rule, fingerprint);
    if (!saved) throw new Error('The waiver is missing after it was saved');
    return saved;
  };
  return await change(db, actor, save, async (trx, saved) => {
    const found = await stored(trx, rule, fingerprint);
    return found?.at === saved.at && found.note === note;
  });
}

/** Ends the waiver of a finding, if there is one. */
export async function endWaiver(
  db: Db,
  actor: WaivedBy,
  { rule, fingerprint }: { rule: string; fingerprint: string },
): Promise<void> {
  await change(
    db,
    actor,
    (trx) => end(trx, actor, rule, fingerprint),
    async (trx) => (await stored(trx, rule, fingerprint)) === undefined,
  );
}

const stored = async (trx: Trx, rule: string, fingerprint: string) =>
  (await readWaivers(trx, rule)).get(rule)?.get(fingerprint);

const end = async (trx: Trx, { uciNetId }: WaivedBy, rule: string, fingerprint: string): Promise<void> => {
  await trx
    .updateTable('qualityWaiver')
    .set({ endedAt: sql<string>`clock_timestamp()`, endedBy: uciNetId })
    .where('rule', '=', rule)
    .where('fingerprint', '=', fingerprint)
    .where('endedAt', 'is', null)
    .execute();
};
