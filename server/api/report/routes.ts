import { sql } from 'kysely';
import * as z from 'zod/mini';
import { defaultReportColumns } from '../../../contract/columns/columnsOfReport.ts';
import { quartersOf } from '../../../contract/columns/quarters.ts';
import { type ErrorItem, errorCode, formErrors } from '../../../contract/errors.ts';
import { factsOf } from '../../../contract/field.ts';
import { form, validValues } from '../../../contract/form.ts';
import {
  programKeyOf,
  type ReportFilter,
  reportExclusions,
  reportFilter,
  reportMoment,
  reportRow,
  reportRowWithKey,
} from '../../../contract/report.ts';
import { createMoments, type Moment } from '../../catalog/knownAt/moment.ts';
import { unknownAmong } from '../../catalog/lookupChecks.ts';
import type { Db, ListKind } from '../../db/tables.ts';
import { ApiError, itemNotFound } from '../../errors.ts';
import type { Content } from '../../http/responseCache.ts';
import type { Routes } from '../../http/routeScope.ts';
import { sendJson } from '../../http/sendJson.ts';
import { Deadline } from '../../runtime/deadline.ts';
import { limits } from '../../runtime/limits.ts';
import { createQueue } from '../../runtime/queue.ts';
import { csvContent, csvOf, csvPieces } from '../files/csvContent.ts';
import { fileColumns, fileErrors } from '../files/fileQuery.ts';
import { pathKey } from '../items/routes.ts';
import { createReport, type Report, reportJson, rowReader } from './assembly.ts';
import { reportExclusionsJson } from './exclusions.ts';
import { distinctRows, fingerprintHeader, reportFileColumns } from './reportFile.ts';
import { reportKinds } from './reportQuery.ts';
import { filterInQuery, reportQuerystring } from './reportQuerystring.ts';

z.globalRegistry.add(reportRowWithKey.shape.programKey, {
  description: 'The award and the major code; null without a degree.',
  examples: ['BS-201'],
});

/** Majors × their degrees × their schools × their departments (contract 5), also as of a term and as known (contract 10). */
export function reportRoutes(routes: Routes): void {
  const { api, db, cache } = routes;
  momentRoute(routes);
  const run = createReport(db);
  const moments = createMoments(db, {
    field: 'knownAt',
    label: factsOf(reportFilter.fields.knownAt).label,
    code: errorCode('REPORT', 'knownAt', 'OUT_OF_RANGE'),
  });
  const momentOf = async (filter: ReportFilter) =>
    filter.knownAt === null ? null : await moments(filter.knownAt).catch(withUnknownTerm(db, filter));
  const inTurn = createQueue('report_queue', limits.reportsAtOnce, limits.reportsWaiting);
  const runInTurn = (filter: ReportFilter, moment: Moment | null) =>
    inTurn(() => {
      Deadline.current?.check();
      return Deadline.start(limits.work, async () => {
        await requireKnownTerm(filter);
        return await run(filter, moment);
      });
    });
  /** Builds a response for another system, which reads all rows besides. */
  const build =
    (filter: ReportFilter, moment: Moment | null, from: (report: Report) => Promise<Content>) => async () => {
      const report = await runInTurn(filter, moment);
      return await Deadline.start(limits.longWork, () => from(report));
    };
  const requireKnownTerm = async (filter: ReportFilter) => {
    const errors = await unknownTerm(db, filter);
    if (errors.length > 0) throw new ApiError(422, errors);
  };
  /** The filter in a query, the time at which its data was known, and the parameters of a file. Throws all errors as a 422. */
  const readQuery = async ({ cols, labels, ...query }: z.output<typeof reportQuerystring>) => {
    const file = { cols, labels };
    const read = z.safeParse(reportFilter.schema, filterInQuery(query));
    const errors = [
      ...formErrors(reportFilter, read.error?.issues ?? []),
      ...(await unknownTerm(db, validValues(reportFilter, filterInQuery(query)))),
      ...fileErrors(
        file,
        reportFileColumns((code) => code),
      ),
    ];
    if (!read.success || errors.length > 0) throw new ApiError(422, errors);
    return { filter: read.data, moment: await momentOf(read.data), file };
  };
  const config = {
    access: 'signed-in',
    savesNothing: true,
    form: reportFilter,
    // When the user changes a filter, the next report starts at once and aborts this one.
    work: limits.work,
    databaseErrors: (_request: unknown, values: object) => unknownTerm(db, values),
  } as const;

  api.post(
    '/reports',
    {
      config,
      schema: {
        querystring: z.strictObject({}),
        body: reportFilter.schema,
        response: { 200: z.array(reportRow) },
        summary: 'Run the report',
      },
    },
    async (request, reply) => {
      const filter = request.body;
      const moment = await momentOf(filter);
      return cache.respond(request, reply, {
        name: `report ${JSON.stringify({ ...filter, knownAt: moment })}`,
        reads: readsAt(moment),
        build: async () => ({ pieces: reportJson(await runInTurn(filter, moment)) }),
      });
    },
  );

  const ofOtherSystems = { access: 'signed-in', scope: 'read:report', work: limits.longWork } as const;
  api.get(
    '/reports',
    {
      config: ofOtherSystems,
      schema: {
        querystring: reportQuerystring,
        response: { 200: z.array(reportRowWithKey) },
        summary: 'Run the report, for another system',
      },
    },
    async (request, reply) => {
      const { filter, moment } = await readQuery(request.query);
      return cache.respond(request, reply, {
        name: `GET report ${JSON.stringify({ ...filter, knownAt: moment })}`,
        reads: readsAt(moment),
        build: build(filter, moment, async (report) => {
          const read = rowReader(report);
          const keyOf = (record: string) => `,"programKey":${JSON.stringify(programKeyOf(read(record)))}`;
          return { pieces: reportJson(report, keyOf), headers: await fingerprintHeader(report, read) };
        }),
      });
    },
  );

  api.get(
    '/reports.csv',
    {
      config: ofOtherSystems,
      schema: {
        querystring: reportQuerystring,
        response: { 200: { content: { 'text/csv': { schema: csvOf(defaultReportColumns) } } } },
        summary: 'The report as a CSV file',
      },
    },
    async (request, reply) => {
      const { filter, moment, file } = await readQuery(request.query);
      return cache.respond(request, reply, {
        name: `report.csv ${JSON.stringify({ ...filter, knownAt: moment, ...file })}`,
        reads: [...readsAt(moment), 'term'],
        build: build(filter, moment, async (report) => {
          const quarter = quartersOf(
            await db.selectFrom('term').select(['termYyyyst', 'termLetterYear']).execute(),
          );
          const columns = fileColumns(file, reportFileColumns(quarter), defaultReportColumns);
          const read = rowReader(report);
          const rows = await distinctRows(report, read, columns, file.cols !== undefined);
          return csvContent('report', csvPieces(columns, rows), await fingerprintHeader(report, read));
        }),
      });
    },
  );

  const missing = () => itemNotFound('major');
  api.post(
    '/reports/exclusions/:majorKey',
    {
      config: { ...config, missing },
      schema: {
        params: z.strictObject({ majorKey: pathKey('major') }),
        querystring: z.strictObject({}),
        body: reportFilter.schema,
        response: { 200: reportExclusions },
        summary: 'The filters that exclude a major from the report',
      },
    },
    async (request, reply) => {
      const filter = request.body;
      const moment = await momentOf(filter);
      const json = await inTurn(async () => {
        await requireKnownTerm(filter);
        return await reportExclusionsJson(db, Number(request.params.majorKey), filter, moment);
      });
      if (json === undefined) throw missing();
      return sendJson(reply, json);
    },
  );
}

/** GET /reports/moment: when the newest change set was saved. A link to the current report has this time. */
function momentRoute({ api, db }: Routes): void {
  api.get(
    '/reports/moment',
    {
      config: { access: 'signed-in', scope: 'read:report' },
      schema: {
        querystring: z.strictObject({}),
        response: { 200: reportMoment },
        summary: 'When the newest change was saved',
      },
    },
    async () => {
      const { rows } = await sql<{ at: string }>`select derived.iso(max(at)) as at from change_set`.execute(
        db,
      );
      return { at: rows[0]?.at ?? '' };
    },
  );
}

/** Only the term of `asOfTerm` must exist: other filters with an unknown value match no rows (contract 5, 10). */
const termForm = form('REPORT', { asOfTerm: reportFilter.fields.asOfTerm });

const unknownTerm = (db: Db, filter: object): Promise<ErrorItem[]> => unknownAmong(db, termForm, filter);

/** Adds the error of an unknown term to the other errors of the filter. */
const withUnknownTerm =
  (db: Db, filter: ReportFilter) =>
  async (error: unknown): Promise<never> => {
    if (!(error instanceof ApiError) || error.status !== 422) throw error;
    throw new ApiError(422, [...(await unknownTerm(db, filter)), ...error.errors]);
  };

/** The kinds of data in a report. Data known at a past time never changes. */
const readsAt = (moment: Moment | null): readonly ListKind[] => (moment === null ? reads : ['term']);

const reads = [
  ...reportKinds,
  'schoolMajor',
  'majorDepartment',
  'earlierValue',
] as const satisfies readonly ListKind[];
