/**
 * The baseline that the cases are compared with: a server with only Node and the database driver, in its own process.
 * It takes a `Place` as JSON in its argument and prints its port as the first line.
 *
 * - `/ready/list`, `/ready/detail` and `/ready/report` send a prepared payload after one read of a counter.
 * - `/each` is the same list from an ordinary framework route.
 * - `/report` fetches the bare join as JSON text, and `/report/text` also sends it.
 * - `/detail` runs the statement of a detail, and `/save` the statements of a save, as recorded from the product.
 */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { createApp } from '../../../server/app.ts';
import { rememberDemonstrationUsers } from '../../../server/auth/demonstration.ts';
import { crossSiteToken, openSession } from '../../../server/auth/sessions.ts';
import { listJson } from '../../../server/catalog/itemJson.ts';
import { readConfig } from '../../../server/config/config.ts';
import { connect } from '../../../server/db/connect.ts';
import type { Database } from '../../../server/db/database.ts';
import { record, type Statement } from '../../support/sentStatements.ts';
import type { Place } from '../../support/serverProcess.ts';
import { ordinaryRoute } from './ordinary.ts';
import { rawOf } from './raw.ts';

const place = JSON.parse(process.argv[2] ?? '{}') as Place;
const database = await connect(
  'DATA_DIR' in place
    ? { kind: 'embedded', directory: place.DATA_DIR }
    : { kind: 'postgres', url: place.DATABASE_URL, poolSize: 4 },
);
const raw = rawOf(database, place);
const packed = (text: string, quality: number) =>
  promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
const { detail, save, texts } = await recorded(database);
const ready: Record<string, Buffer> = {
  '/ready/list': await packed(await listJson(database.db, 'major'), 5),
  '/ready/detail': await packed(texts.detail, 5),
  '/ready/report': await packed(texts.report, 3),
};
const ordinary = await ordinaryRoute(database.db);

const COUNTER = { sql: 'select version from list_version where kind = $1', values: ['major'] };
const JOIN = {
  sql: `
    select row_to_json(x)::text as row from (
      select s as school, m as major, d as degree, p as department, r as "majorDegree"
      from major m
      left join (major_degree r join degree d using (degree_key)) on r.major_key = m.major_key
      left join (school_major sm join school s using (school_code)) on sm.major_key = m.major_key
      left join (major_department mp join department p using (dept_key)) on mp.major_key = m.major_key
      order by s.school_code collate "C" nulls last, m.major_code collate "C", m.major_segment collate "C",
        d.degree_awarded collate "C" nulls last, d.degree_title_rc collate "C" nulls last
    ) x`,
  values: [],
};

const routes: Record<string, (request: IncomingMessage, response: ServerResponse) => Promise<void>> = {
  async '/each'(request, response) {
    ordinary.routing(request, response);
  },
  async '/report'(_request, response) {
    response.end(String((await raw.run(JOIN)).length));
  },
  async '/report/text'(_request, response) {
    response.end(`[${(await raw.run(JOIN)).map(({ row }) => row).join()}]`);
  },
  async '/detail'(_request, response) {
    const [row] = await raw.run(detail);
    response.end(row?.text);
  },
  async '/save'(_request, response) {
    await raw.transaction(save.map(withNewId));
    response.end();
  },
};

for (const [path, bytes] of Object.entries(ready))
  routes[path] = async ({ headers }, response) => {
    const [counter] = await raw.run(COUNTER);
    const etag = `W/"${String(counter?.version)}"`;
    if (headers['if-none-match'] === 'known') {
      response.writeHead(304, { etag }).end();
      return;
    }
    const type = 'application/json; charset=utf-8';
    const length = bytes.length;
    response
      .writeHead(200, { etag, 'content-type': type, 'content-encoding': 'br', 'content-length': length })
      .end(bytes);
  };

const server = createServer((request, response) => {
  const route = routes[request.url ?? ''];
  if (!route) response.writeHead(404).end();
  else route(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
});
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
process.once('SIGTERM', () => process.exit(0));
process.once('disconnect', () => process.exit(0));

const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** A recorded statement with another ID of the change set, because each has its own. It is in the hexadecimal digits. */
function withNewId({ sql, values }: Statement): Statement {
  const renew = (hex: string) =>
    Buffer.from(Buffer.from(hex, 'hex').toString().replace(UUID, randomUUID())).toString('hex');
  return { sql: sql.replace(/(?<=decode\(')[0-9a-f]+/, renew), values };
}

/**
 * The statements that the product runs for a detail and for a save, without those that read the session or begin and
 * commit.
 */
async function recorded({ db }: Database): Promise<{
  detail: Statement;
  save: Statement[];
  texts: { detail: string; report: string };
}> {
  await rememberDemonstrationUsers(db);
  const app = await createApp(database, readConfig({ LOG_LEVEL: 'silent' }));
  const id = await openSession(db, { uciNetId: 'registrar' });
  const headers = { cookie: `SESSION=${id}`, 'x-xsrf-token': crossSiteToken(id) };
  const url = '/mdsd/api/departments/1';
  const read = await record(() => app.inject({ url, headers }));
  const { department } = read.response.json<{ department: Record<string, unknown> }>();
  const { deptKey: _key, version: _version, lastModified: _when, deptUciNetId: _who, ...form } = department;
  const saved = await record(() =>
    app.inject({ url: `${url}?overrideWarnings=true`, method: 'PUT', headers, payload: form }),
  );
  if (saved.response.statusCode !== 200) throw new Error(`The save returned ${saved.response.body}`);
  const report = await app.inject({ url: '/mdsd/api/reports', method: 'POST', headers, payload: {} });
  await app.close();
  const ofTheWork = (statements: Statement[]) =>
    statements
      .filter(({ sql }) => !/\bsession\b|^commit$/i.test(sql))
      .map(({ sql, values }) => ({ sql: sql.replace(/^begin; /, ''), values }));
  const [statement] = ofTheWork(read.statements);
  if (!statement) throw new Error('A detail runs no statement');
  return {
    detail: statement,
    save: ofTheWork(saved.statements),
    texts: { detail: read.response.body, report: report.body },
  };
}
