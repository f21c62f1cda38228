/**
 * `npm run doctor`: checks the settings and everything that the server needs: database, schema, provider, public URL, certificates,
 * clocks, disks and backups. Prints one sentence for each check, and on standard error what is wrong and what to do. Changes
 * nothing. Run it with the settings of the server.
 */
import { readConfig } from '../config/config.ts';
import { StartupError } from '../runtime/startupError.ts';
import { complain, findDatabase, run, say } from './command.ts';
import { checkProvider, checkPublicUrl } from './diagnosis/checkAddresses.ts';
import { checkDatabase } from './diagnosis/checkDatabase.ts';
import { checkBackups, checkDisks } from './diagnosis/checkStorage.ts';
import type { Finding } from './diagnosis/finding.ts';

await run('doctor', async ({ values }) => {
  const database = findDatabase(values);
  const config = readConfig(process.env);
  let faults = 0;
  const report = ({ state, sentence }: Finding) => {
    if (state === 'wrong') faults += 1;
    (state === 'wrong' ? complain : say)(`${state}: ${sentence}`);
  };
  for await (const finding of checkDatabase(database)) report(finding);
  report({ state: 'ok', sentence: 'The settings are valid.' });
  for await (const finding of checkProvider(config)) report(finding);
  for await (const finding of checkPublicUrl(config)) report(finding);
  for (const finding of checkDisks(database, config.backupDirectory)) report(finding);
  report(await checkBackups(config.backupDirectory));
  if (faults > 0)
    throw new StartupError(
      `${faults} ${faults === 1 ? 'check' : 'checks'} found something wrong: see above.`,
    );
  say('Nothing is wrong.');
});
