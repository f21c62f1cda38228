import { createApp } from './app.ts';
import { readConfig } from './config.ts';
import { writeBackup } from './db/backup/write.ts';
import { connect } from './db/connect.ts';
import { answerBackupRequests, backupIn } from './db/embedded/backups.ts';
import { migrate } from './db/migrate.ts';
import { loadSample } from './db/sample.ts';
import { warnOfLastTerm } from './lastTerm.ts';
import { StartRefused } from './startRefused.ts';

// Requests that are still running after this time are cut off.
const STOP_WITHIN = 4_500;

try {
  await start();
} catch (error) {
  if (!(error instanceof StartRefused)) throw error;
  console.error(error.message);
  process.exit(1);
}

async function start(): Promise<void> {
  const config = readConfig(process.env);
  const database = await connect(config.database);
  await migrate(database.db);
  if (config.sampleData) await loadSample(database.db);
  const app = await createApp(database, config);

  let stopping = false;
  const stop = async (exitCode: number) => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), STOP_WITHIN).unref();
    app.beginToStop();
    // Browsers keep their connections open after the last response, which would delay the stop.
    setInterval(() => app.server.closeIdleConnections(), 50).unref();
    await app.close();
    await database.close();
    process.exit(exitCode);
  };
  process.on('SIGTERM', () => void stop(0));
  process.on('SIGINT', () => void stop(0));
  // The parent process, `npm start`, has ended.
  process.on('disconnect', () => void stop(0));
  // The supervisor of this process must restart it.
  void database.gone.then((error) => {
    console.error(error.message);
    return stop(1);
  });

  // `npm run backup` requests it.
  if (config.database.kind === 'embedded' && config.database.directory !== null) {
    const { directory } = config.database;
    answerBackupRequests(directory, () => {
      writeBackup(database, backupIn(directory)).catch((error: unknown) =>
        app.log.error({ err: error }, 'the backup could not be written'),
      );
    });
  }

  try {
    await app.listen({ host: config.host, port: config.port });
  } catch (error) {
    await database.close();
    throw listenRefused(error, config.host, config.port);
  }
  warnOfLastTerm(app.log, database.db, config.timeZone);
  console.log(`The Major/Degree Database is running at ${config.publicUrl}${config.basePath}/`);
}

function listenRefused(error: unknown, host: string, port: number): unknown {
  const { code } = error as { code?: string };
  if (code === 'EADDRINUSE')
    return new StartRefused(`Port ${port} is in use; stop what uses it, or set PORT to a free one.`);
  if (code === 'EACCES') return new StartRefused(`Port ${port} may not be used; set PORT to one above 1023.`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new StartRefused(
      `HOST ${host} is not an address of this machine; set it to one, such as 127.0.0.1.`,
    );
  return error;
}
