import { setTimeout as wait } from 'node:timers/promises';
import { warnOfLastTerm } from './api/about/lastTerm.ts';
import { createApp } from './app.ts';
import { awaitDatabase, listen } from './awaitDatabase.ts';
import { keepTrends } from './catalog/quality/trend.ts';
import { readArguments } from './cli/commands.mjs';
import { readConfig } from './config/config.ts';
import { nameOfDatabase } from './config/databaseSettings.ts';
import { startupReporter } from './config/startupMessages.ts';
import { writeBackup } from './db/backup/writeBackup.ts';
import { handleBackupRequests } from './db/embedded/backups.ts';
import { schemaStep } from './db/migrate.ts';
import { closerOf } from './http/shutdown.ts';
import { readBuild } from './runtime/build.ts';
import { levels, printLine } from './runtime/journal.ts';
import { notifyServiceManager } from './runtime/serviceManager.ts';
import { StartupError } from './runtime/startupError.ts';

// In ms. Requests that still run STOP_WITHIN after the first signal are cut off, but no sooner than CLOSE_WITHIN after the
// last request was accepted.
const STOP_WITHIN = 4_500;
const CLOSE_WITHIN = 1_500;

readArguments('start');
try {
  await start();
} catch (error) {
  if (!(error instanceof StartupError)) throw error;
  printLine('stderr', levels.error, error.message);
  process.exit(error.exitCode);
}

async function start(): Promise<void> {
  const config = readConfig(process.env);
  const report = startupReporter(config);
  // Until requests are served, nothing has to end in order.
  let stop: (exitCode: number, drainFor?: number) => Promise<void> = async (exitCode) =>
    process.exit(exitCode);
  // From a service manager. A proxy needs time to notice that this instance is no longer ready.
  process.on('SIGTERM', () => void stop(0, config.drainSeconds * 1000));
  // From a user at a terminal.
  process.on('SIGINT', () => void stop(0));
  // The parent process, `npm start`, has ended.
  process.on('disconnect', () => void stop(0));

  const database = await awaitDatabase(config, report);
  const step = await schemaStep(database.db);
  const build = await readBuild(config);
  const app = await createApp(database, config);
  const close = closerOf(app.server);
  let stopping = false;
  const stopped = new AbortController();
  const draining = new AbortController();
  stop = async (exitCode, drainFor = 0) => {
    if (drainFor === 0) draining.abort();
    if (stopping) return;
    stopping = true;
    const began = performance.now();
    app.beginToStop();
    stopped.abort();
    await wait(drainFor, undefined, { signal: draining.signal }).catch(() => {});
    const left = STOP_WITHIN - (performance.now() - began);
    setTimeout(() => process.exit(1), Math.max(left, CLOSE_WITHIN)).unref();
    await close();
    await app.close();
    await database.close();
    process.exit(exitCode);
  };
  // Exit with an error, so the supervisor restarts this process.
  void database.gone.then((error) => {
    printLine('stderr', levels.error, error.message);
    return stop(1);
  });

  // `npm run backup` requests it.
  if (config.database.kind === 'embedded') {
    const { directory } = config.database;
    handleBackupRequests(directory, (file) =>
      writeBackup(database, file, build).catch((error: unknown) =>
        app.log.error({ err: error }, 'the backup could not be written'),
      ),
    );
  }

  try {
    await listen(app, config);
  } catch (error) {
    await database.close();
    throw error;
  }
  warnOfLastTerm(app.log, database.db, config.timeZone);
  keepTrends(app.log, database.db, config.timeZone, stopped.signal);
  report(
    `Major/Degree Database ${build.version}, commit ${build.commit}, schema step ${step}, ${nameOfDatabase(config.database)}`,
  );
  report(`The Major/Degree Database is running at ${config.publicUrl}${config.basePath}/`);
  notifyServiceManager(`Serving ${nameOfDatabase(config.database)}`, { isReady: true });
}
