/**
 * `npm run upgrade`: brings the schema up to date, as a start does, and exits. Run it with the DATABASE_URL of the role
 * that owns the tables, if the application's own role may not change them.
 */
import { readDatabase } from '../config.ts';
import { connect } from '../db/connect.ts';
import { migrate } from '../db/migrate.ts';
import { run } from './command.ts';

await run(async () => {
  const { db, close } = await connect(readDatabase(process.env));
  await migrate(db);
  await close();
  console.log('The schema is up to date.');
});
