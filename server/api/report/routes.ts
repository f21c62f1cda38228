import { sql } from 'kysely';
import * as z from 'zod/mini';
import { type ErrorItem, errorCode } from '../../../contract/errors.ts';
import { factsOf } from '../../../contract/field.ts';
import { form } from '../../../contract/form.ts';
import {
  type ReportFilter,
  reportExclusions,
  reportFilter,
  reportMoment,
  reportRow,
} from '../../../contract/report.ts';
import { createMoments } from '../../catalog/knownAt/moment.ts';
import { unknownAmong } from '../../catalog/lookupChecks.ts';
import type { Db, ListKind } from '../../db/tables.ts';
import { ApiError, itemNotFound } from '../../errors.ts';
import type { Routes } from '../../http/routeScope.ts';
import { sendJson } from '../../http/sendJson.ts';
import { Deadline } from '../../runtime/deadline.ts';
import { limits } from '../../runtime/limits.ts';
import { createQueue } from '../../runtime/queue.ts';
import { pathKey } from '../items/routes.ts';
import { createReport } from './assembly.ts';
import { reportExclusionsJson } from './exclusions.ts';
import { reportKinds } from './reportQuery.ts';

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
  const requireKnownTerm = async (filter: ReportFilter) => {
    const errors = await unknownTerm(db, filter);
    if (errors.length > 0) throw new ApiError(422, errors);
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
        // Data known at a past time never changes.
        reads: moment === null ? reads : ['term'],
        build: () =>
          inTurn(() => {
            Deadline.current?.check();
            return Deadline.start(limits.work, async () => {
              await requireKnownTerm(filter);
              return await run(filter, moment);
            });
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
      config: { access: 'signed-in' },
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

/** The kinds of data in a report. */
const reads = [
  ...reportKinds,
  'schoolMajor',
  'majorDepartment',
  'earlierValue',
] as const satisfies readonly ListKind[];
