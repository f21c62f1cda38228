/**
 * `npm run upgrade`: brings the schema up to date, as a start does, makes what was known anew from the change log if it
 * differs from it, and exits. Run it with the DATABASE_URL of the role
 * that owns the tables, if the application's own role may not change them.
 */
import { readDatabase } from '../config.ts';
import { connect } from '../db/connect.ts';
import { mendStates } from '../db/log.ts';
import { migrate, schema } from '../db/migrate.ts';
import { complain, run, say } from './command.ts';

await run(async () => {
  const { db, close } = await connect(readDatabase(process.env), { command: 'upgrade', say: complain });
  await migrate(db, schema, say);
  if (await mendStates(db)) say('What was known has been made anew from the change log.');
  await close();
  say('The schema is up to date.');
});
