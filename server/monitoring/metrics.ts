import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { reasons } from '../auth/signInErrors.ts';
import type { Config } from '../config/config.ts';
import { newestBackup } from '../db/backup/newestBackup.ts';
import { changesInProgress } from '../db/changeTransaction.ts';
import type { Database } from '../db/database.ts';
import { schemaStep } from '../db/migrate.ts';
import { type Cause, causes } from '../errors.ts';
import { readBuild } from '../runtime/build.ts';
import { listenError } from '../runtime/startupError.ts';

/**
 * Serves metrics for Prometheus at `/metrics` on a separate port (`METRICS_PORT`) that browsers do not reach: response times
 * by method, route and status, failures by cause, the database, rejected sign-ins, the version, the newest backup, and metrics of
 * the process. Times are in seconds.
 */
export function serveMetrics(app: FastifyInstance, database: Database, config: Config): void {
  const { metrics, backupDirectory } = config;
  if (!metrics) return;
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  measureResponses(app, registry);
  measureDatabase(database, registry);
  if (backupDirectory !== null) measureBackup(backupDirectory, registry);
  app.addHook('onReady', () => describeProgram(database, config, registry));

  const respond = async ({ method, url }: IncomingMessage, response: ServerResponse) => {
    if (method !== 'GET' || url !== '/metrics') return response.writeHead(404).end();
    const text = await registry.metrics();
    return response.writeHead(200, { 'content-type': registry.contentType }).end(text);
  };
  const server = createServer((request, response) => void respond(request, response));
  app.addHook(
    'onReady',
    () =>
      new Promise<void>((resolve, reject) => {
        server.once('error', (error) => reject(listenError(error, 'METRICS_', metrics)));
        server.listen(metrics.port, metrics.host, resolve);
      }),
  );
  app.addHook(
    'onClose',
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
}

function measureResponses(app: FastifyInstance, registry: Registry): void {
  const registers = [registry];
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Response times in seconds',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers,
  });
  const refused = new Counter({
    name: 'sign_ins_refused_total',
    help: 'Sign-ins that were rejected or failed, by reason',
    labelNames: ['reason'],
    registers,
  });
  for (const reason of reasons) refused.inc({ reason }, 0);
  registry.registerMetric(
    new Counter({
      name: 'http_requests_failed_total',
      help: 'Requests that could not be served, although nothing was wrong with them, by cause',
      labelNames: ['cause'],
      registers: [],
      collect() {
        this.reset();
        for (const cause of Object.keys(causes)) this.inc({ cause }, app.failures.get(cause as Cause) ?? 0);
      },
    }),
  );
  app.addHook('onResponse', async ({ method, routeOptions }, reply) => {
    // Use the declared route: with the actual URL, every key would be a separate series.
    const route = routeOptions.url ?? 'none';
    durations.observe({ method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
    const [, reason] = /^SIGN_IN_(.+)$/.exec(reply.errorCodes?.[0] ?? '') ?? [];
    if (reason) refused.inc({ reason: reason.toLowerCase() });
  });
}

function measureDatabase({ activity }: Database, registry: Registry): void {
  const gauge = (name: string, help: string, value: () => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(value());
      },
    });
  gauge('database_up', 'Whether the database responded when it was last used', () => Number(activity.up));
  gauge('database_connections_used', 'Connections in use', () => activity.used);
  gauge('database_connections_idle', 'Open connections that are not in use', () => activity.idle());
  gauge('database_connections_waiting', 'Work that waits for a connection', () => activity.waiting);
  gauge(
    'database_changes',
    'Changes that wait for the writer lock or hold it',
    () => changesInProgress.count,
  );
}

/** The program, and the step of the schema at its start: reading it for each scrape would need a connection. */
async function describeProgram({ db }: Database, config: Config, registry: Registry): Promise<void> {
  const registers = [registry];
  const labelNames = ['version', 'commit'] as const;
  const info = new Gauge({ name: 'build_info', help: 'The program, as labels', labelNames, registers });
  const { version, commit } = await readBuild(config);
  info.set({ version, commit }, 1);
  const step = await schemaStep(db).catch(() => null);
  const help = 'The step of the schema when this instance started';
  if (step !== null) new Gauge({ name: 'database_schema_step', help, registers }).set(step);
}

function measureBackup(folder: string, registry: Registry): void {
  registry.registerMetric(
    new Gauge({
      name: 'backup_last_success_timestamp_seconds',
      help: 'The time of the newest complete backup in BACKUP_DIR; 0 if there is none, or if the folder cannot be read',
      registers: [],
      collect() {
        this.set(timeOfBackup(folder));
      },
    }),
  );
}

function timeOfBackup(folder: string): number {
  try {
    return Math.floor((newestBackup(folder)?.time ?? 0) / 1000);
  } catch {
    return 0;
  }
}
