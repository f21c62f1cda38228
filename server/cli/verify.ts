/**
 * `npm run verify [-- HEAD]`: checks that the change log is unaltered, that the tables match it, and that functions, views
 * and triggers are those of this program. If there are differences, prints each and exits with code 1. With a head from
 * About or from a backup, it also checks that the log up to that head is complete. Run it with the DATABASE_URL of the
 * owner. The server of an embedded database must be stopped.
 */
import { changeLogHead } from '../db/changeLog.ts';
import { refuseOtherStep } from '../db/migrate.ts';
import { faultsOfLog } from '../db/verifyDatabase.ts';
import { StartupError, UsageError } from '../runtime/startupError.ts';
import { complain, findDatabase, openDatabase, run, say } from './command.ts';

await run('verify', async ({ values, positionals: [head] }) => {
  if (head !== undefined && !/^\d+:[0-9a-f]{64}$/.test(head))
    throw new UsageError(`${head} is not a head: copy it from About or from the output of a backup.`);
  const { db, close } = await openDatabase('verify', findDatabase(values));
  const newest = await changeLogHead(db);
  if (newest === null)
    throw new StartupError(
      'There is no change log in this database: start the server on it, or run npm run upgrade, first.',
    );
  await refuseOtherStep(db);
  const faults = await faultsOfLog(db, head);
  await close();
  for (const { place, fault } of faults) complain(`${place} ${fault}`);
  if (faults.length > 0)
    throw new StartupError('The change log, the tables or the definitions are damaged: see above.');
  const complete = head === undefined ? '' : ` Everything up to ${head} is still there.`;
  say(`The change log is intact, and the tables match it.${complete} Its head is ${newest}`);
});
