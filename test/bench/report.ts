/**
 * How long the report takes over the sample data, over HTTP, beside a bare `select` of the same join over the same
 * connection in the same run. `node test/bench/report.ts` measures the embedded database, and the PostgreSQL that
 * BENCH_DATABASE_URL names (an empty database of its own) as well.
 */
import { request } from 'node:http';
import { sql } from 'kysely';
import { createApp } from '../../server/app.ts';
import { crossSiteToken, openSession } from '../../server/auth/sessions.ts';
import { readConfig } from '../../server/config.ts';
import { connect, type DatabaseSettings } from '../../server/db/connect.ts';
import { migrate } from '../../server/db/migrate.ts';
import { loadSample } from '../../server/db/sample.ts';

const ROUNDS = 40;
const PORT = 18_080;

async function measure(settings: DatabaseSettings): Promise<string> {
  const database = await connect(settings);
  await migrate(database.db);
  await loadSample(database.db);
  const config = readConfig({ PORT: String(PORT), LOG_LEVEL: 'silent' });
  const app = await createApp(database, config);
  await app.listen({ port: PORT });
  const sessionId = await openSession(database.db, { uciNetId: 'registrar' });
  const bare = database.db.withoutPlugins();

  const reports: number[] = [];
  const selects: number[] = [];
  let bytes = 0;
  let rows = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    reports.push(await timed(async () => (bytes = await runReport(sessionId))));
    selects.push(await timed(async () => (rows = (await bareJoin.execute(bare)).rows.length)));
  }
  await app.close();
  await database.close();
  const report = median(reports);
  const select = median(selects);
  const figures = `report over HTTP ${report.toFixed(1)} ms, bare select ${select.toFixed(1)} ms, ratio ${(report / select).toFixed(2)}`;
  return `${database.engine.name} ${database.engine.version}: ${rows} rows, ${bytes} bytes; ${figures} (medians of ${ROUNDS})`;
}

const bareJoin = sql`
  select s.*, m.*, d.*, p.*, r.*
  from major m
  left join (major_degree r join degree d using (degree_key)) on r.major_key = m.major_key
  left join (school_major sm join school s using (school_code)) on sm.major_key = m.major_key
  left join (major_department mp join department p using (dept_key)) on mp.major_key = m.major_key
  order by s.school_code collate "C" nulls last, m.major_code collate "C", m.major_segment collate "C",
    d.degree_awarded collate "C" nulls last, d.degree_title_rc collate "C" nulls last`;

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Runs the report as the application does and answers how many bytes came. */
function runReport(sessionId: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const call = request(
      {
        port: PORT,
        path: '/mdsd/api/reports',
        method: 'POST',
        headers: {
          cookie: `SESSION=${sessionId}`,
          'x-xsrf-token': crossSiteToken(sessionId),
          'content-type': 'application/json',
        },
      },
      (response) => {
        let bytes = 0;
        response.on('data', (chunk: Buffer) => (bytes += chunk.length));
        response.on('end', () =>
          response.statusCode === 200 ? resolve(bytes) : reject(new Error(`${response.statusCode}`)),
        );
      },
    );
    call.on('error', reject);
    call.end('{}');
  });
}

const engines: DatabaseSettings[] = [{ kind: 'embedded', directory: null }];
const url = process.env.BENCH_DATABASE_URL;
if (url) engines.push({ kind: 'postgres', url, poolSize: 4 });
for (const settings of engines) console.log(await measure(settings));
