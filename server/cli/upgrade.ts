/**
 * `npm run upgrade`: brings the schema up to date, as a start does, and exits. Also rebuilds functions, views and triggers
 * that differ from those of this program, and known states that differ from the change log. Run it with the DATABASE_URL of
 * the role that owns the tables, if the application's own role may not change them.
 */
import { readDatabase } from '../config/config.ts';
import { correctStates } from '../db/changeLog.ts';
import { connect } from '../db/connect.ts';
import { migrate, remake, schema } from '../db/migrate.ts';
import { faultsOfDefinitions } from '../db/verifyDatabase.ts';
import { complain, readArguments, run, say } from './command.ts';

await run(async () => {
  readArguments('Takes no arguments: npm run upgrade', { min: 0, max: 0 }, {});
  const { db, close } = await connect(readDatabase(process.env), { command: 'upgrade', report: complain });
  await migrate(db, schema, say);
  if ((await faultsOfDefinitions(db)).length > 0) {
    say('Some functions, views or triggers differ from those of this program.');
    await remake(db, say);
  }
  if (await correctStates(db)) say('The known states have been rebuilt from the change log.');
  await close();
  say('The schema is up to date.');
});
