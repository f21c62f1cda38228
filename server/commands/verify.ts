/**
 * `npm run verify [-- HEAD]`: checks that the change log is unaltered and that the tables match it. Prints each
 * difference and then exits with code 1. With a head from About or from a backup, it also checks that everything
 * recorded up to that head is still there. Run it with the DATABASE_URL of the owner or of the application. The server
 * of an embedded database must be stopped.
 */
import { readDatabase } from '../config.ts';
import { connect } from '../db/connect.ts';
import { faultsOfLog, headOfLog } from '../db/log.ts';
import { StartRefused } from '../startRefused.ts';
import { refuseUnlessOwn, refuseUnlessThere, run } from './command.ts';

await run(async () => {
  const [head, ...others] = process.argv.slice(2);
  if (others.length > 0) throw new StartRefused('Name one head at most: npm run verify -- HEAD');
  if (head !== undefined && !/^\d+:[0-9a-f]{64}$/.test(head))
    throw new StartRefused(`${head} is not a head: copy one from About or from what a backup printed.`);
  const settings = readDatabase(process.env);
  if (settings.kind === 'embedded') {
    refuseUnlessThere(String(settings.directory));
    refuseUnlessOwn(String(settings.directory));
  }
  const { db, close } = await connect(settings, { command: 'verify', say: console.error });
  const newest = await headOfLog(db);
  if (newest === null) throw new StartRefused('There is no change log in this database.');
  const faults = await faultsOfLog(db, head);
  await close();
  for (const { place, fault } of faults) console.error(`${place} ${fault}`);
  if (faults.length > 0) throw new StartRefused('The change log or the tables are damaged: see above.');
  const whole = head === undefined ? '' : ` Everything up to ${head} is still there.`;
  console.log(`The change log is intact, and the tables match it.${whole} Its head is ${newest}`);
});
