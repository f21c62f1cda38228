import { createApp } from './app.ts';
import { readConfig } from './config.ts';
import { connect } from './db/connect.ts';
import { answerBackupRequests } from './db/embedded/backups.ts';
import { migrate, schema } from './db/migrate.ts';
import { loadSample } from './db/sample.ts';
import { sayer } from './say.ts';
import { listenRefused, StartRefused } from './startRefused.ts';

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
  const say = sayer(config);
  const database = await connect(config.database, () => say('Creating the database…'));
  await migrate(database.db, schema, () => say('Bringing the schema up to date…'));
  if (config.sampleData) await loadSample(database.db, () => say('Loading the sample data…'));
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
  const { backup } = database;
  if (backup && config.database.kind === 'embedded' && config.database.directory !== null)
    answerBackupRequests(config.database.directory, () => {
      backup().catch((error: unknown) => app.log.error({ err: error }, 'the backup could not be written'));
    });

  try {
    await app.listen({ host: config.host, port: config.port });
  } catch (error) {
    await database.close();
    throw listenRefused(error, '', config);
  }
  say(`The Major/Degree Database is running at ${config.publicUrl}${config.basePath}/`);
}
