/**
 * `npm run upgrade`: brings the schema up to date, as a start does, and exits. Also rebuilds functions, views and triggers
 * that differ from those of this program, and known states that differ from the change log. Names other
 * differences, such as a view beside the tables, and leaves them. Run it with the DATABASE_URL of the role that owns the tables,
 * if the application's own role may not change them. With `--check` it reports what it would do.
 */
import { areStatesWrong, correctStates } from '../db/changeLog.ts';
import { withoutLimits } from '../db/changeTransaction.ts';
import { migrate, planUpgrade, remake, schema, schemaStep } from '../db/migrate.ts';
import type { Db } from '../db/tables.ts';
import { differencesOfDefinitions } from '../db/verifyDatabase.ts';
import { complain, findDatabase, openDatabase, run, say } from './command.ts';

const REBUILD = 'rebuild the functions, views and triggers';

await run('upgrade', async ({ values }) => {
  const { db, close } = await openDatabase('upgrade', findDatabase(values));
  const step = (await schemaStep(db)) ?? 0;
  // The definitions of a newer schema differ from this program's, and stay.
  if (step > schema.step) await reportNewer(db, step);
  else await (values.check ? reportPlan(db) : upgrade(db));
  await close();
});

async function upgrade(db: Db): Promise<void> {
  await migrate(db, schema, say);
  if (await needsRebuild(db)) {
    say('Some functions, views or triggers differ from those of this program.');
    await remake(db, say);
  }
  await reportRest(db);
  if (await correctStates(db)) say('The known states have been rebuilt from the change log.');
  say('The schema is up to date.');
}

async function needsRebuild(db: Db): Promise<boolean> {
  return (await differencesOfDefinitions(db)).some(({ isRebuilt }) => isRebuilt);
}

/** Reports the differences that an upgrade leaves, such as a view beside the tables. */
async function reportRest(db: Db): Promise<void> {
  const faults = await differencesOfDefinitions(db);
  for (const { place, fault } of faults) complain(`${place} ${fault}`);
  if (faults.length > 0)
    complain('An upgrade does not change these: correct them with SQL, as the owner of the tables.');
}

/** Throws `StartupError` if this program does not work with the newer schema. */
async function reportNewer(db: Db, step: number): Promise<void> {
  await planUpgrade(db);
  say(
    `The schema is of step ${step}. This program, of step ${schema.step}, works with it: there is nothing to upgrade.`,
  );
}

/** Whether the known states differ from the log, however long the log is. */
async function findWrongStates(db: Db): Promise<boolean> {
  return await db.transaction().execute(async (trx) => {
    await withoutLimits(trx);
    return await areStatesWrong(trx);
  });
}

async function reportPlan(db: Db): Promise<void> {
  say(`This program has schema step ${schema.step}.`);
  const { migrations, isRebuilt } = await planUpgrade(db);
  const work = isRebuilt
    ? [...migrations.map((name) => `run the migration ${name}`), REBUILD]
    : [
        ...((await needsRebuild(db)) ? [REBUILD] : []),
        ...((await findWrongStates(db)) ? ['rebuild the known states from the change log'] : []),
      ];
  for (const task of work) say(`An upgrade would ${task}.`);
  if (work.length === 0) say('The schema is up to date: an upgrade would change nothing.');
}
