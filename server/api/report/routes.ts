import { type RawBuilder, sql } from 'kysely';
import * as z from 'zod/mini';
import { type ErrorItem, errorCode } from '../../../contract/errors.ts';
import { factsOf } from '../../../contract/field.ts';
import { form } from '../../../contract/form.ts';
import { relationshipKinds } from '../../../contract/relationships.ts';
import { type ReportFilter, reportFilter, reportMoment, reportRow } from '../../../contract/report.ts';
import { type Json, relationshipColumns } from '../../catalog/itemJson.ts';
import { createMoments, type Moment } from '../../catalog/knownAt/moment.ts';
import { knownAt, type ReadModel, today } from '../../catalog/knownAt/readModel.ts';
import { unknownAmong } from '../../catalog/lookupChecks.ts';
import type { Db, ListKind } from '../../db/tables.ts';
import { ApiError, reportTooLarge } from '../../errors.ts';
import type { Routes } from '../../http/routeScope.ts';
import type { Pieces } from '../../http/sendJson.ts';
import { Deadline } from '../../runtime/deadline.ts';
import { limits } from '../../runtime/limits.ts';
import { createQueue } from '../../runtime/queue.ts';
import { conditionsOf, termsInEffect } from './conditions.ts';

/** Majors × their degrees × their schools × their departments (contract 5), also as of a term and as known (contract 10). */
export function reportRoutes(routes: Routes): void {
  const { api, db, cache } = routes;
  momentRoute(routes);
  const inTurn = createQueue('report_queue', limits.reportsAtOnce, limits.reportsWaiting);
  const run = createReport(db);
  const momentOf = createMoments(db, {
    field: 'knownAt',
    label: factsOf(reportFilter.fields.knownAt).label,
    code: errorCode('REPORT', 'knownAt', 'OUT_OF_RANGE'),
  });
  api.post(
    '/reports',
    {
      config: {
        access: 'signed-in',
        savesNothing: true,
        form: reportFilter,
        // Whoever changes a filter runs the next report at once.
        work: limits.work,
        unknownIn: (_request, values) => unknownTerm(db, values),
      },
      schema: {
        querystring: z.strictObject({}),
        body: reportFilter.schema,
        response: { 200: z.array(reportRow) },
        summary: 'Run the report',
      },
    },
    async (request, reply) => {
      const filter = request.body;
      const moment =
        filter.knownAt === null ? null : await momentOf(filter.knownAt).catch(withUnknownTerm(db, filter));
      return cache.answer(request, reply, {
        name: `report ${JSON.stringify({ ...filter, knownAt: moment })}`,
        // What was known then never changes.
        reads: moment === null ? reads : ['term'],
        build: () =>
          inTurn(() => {
            Deadline.current?.check();
            return Deadline.start(limits.work, async () => {
              const errors = await unknownTerm(db, filter);
              if (errors.length > 0) throw new ApiError(422, errors);
              return run(filter, moment);
            });
          }),
      });
    },
  );
}

/** GET /reports/moment: when the newest change set was saved. A link to the report as it is now names that time. */
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

/** Only the term of `asOfTerm` must exist: the other filters find nothing then (contract 5, 10). */
const ofLookup = form('REPORT', { asOfTerm: reportFilter.fields.asOfTerm });

const unknownTerm = (db: Db, filter: object): Promise<ErrorItem[]> => unknownAmong(db, ofLookup, filter);

/** Refuses an unknown term together with what else the filter is refused for. */
const withUnknownTerm =
  (db: Db, filter: ReportFilter) =>
  async (error: unknown): Promise<never> => {
    if (!(error instanceof ApiError) || error.status !== 422) throw error;
    throw new ApiError(422, [...(await unknownTerm(db, filter)), ...error.errors]);
  };

// Separators in the text that the database returns. JSON never contains them unescaped, and keys never contain them.
const UNIT = '\u001f';
const RECORD = '\u001e';

// Built in a few milliseconds, so that a long report never delays other requests.
const ROWS_AT_ONCE = 500;

const kinds = ['school', 'major', 'degree', 'department', 'majorDegree'] as const;
type Kind = (typeof kinds)[number];

/** The JSON of each item by its key. `versions` are the counters of the lists at that state. */
interface Texts extends Record<Kind, ReadonlyMap<string, Json>> {
  versions: Record<Kind, number>;
}

/** What the database returns: the keys of the rows, and for each changed list its items as key and JSON. */
interface Found extends Record<Kind, string | null> {
  versions: Record<Kind, number>;
  tooLarge: boolean;
  rows: string | null;
}

const none: ReadonlyMap<string, Json> = new Map();
const noTexts: Texts = {
  versions: { school: 0, major: 0, degree: 0, department: 0, majorDegree: 0 },
  school: none,
  major: none,
  degree: none,
  department: none,
  majorDegree: none,
};

// Contract 5. More rows would use up memory that other requests need.
const MOST_ROWS = 200_000;

/** The kinds of data that a report is built from. */
const reads = [...kinds, 'schoolMajor', 'majorDepartment'] as const satisfies readonly ListKind[];

/**
 * Creates the function that runs a report. Each run is one statement that returns one row: the keys of the joined rows.
 * The JSON of the items is cached here, and the statement returns it only for lists whose counters have changed.
 * Counters, keys and items come from one snapshot. The report's rows are then numbered and built from the cached texts,
 * piece by piece. Throws `REPORT_TOO_LARGE` (422) for more than 200,000 rows. With a moment it is the same statement over
 * the data of then; its items are not cached.
 */
export function createReport(db: Db): (filter: ReportFilter, moment?: Moment | null) => Promise<Pieces> {
  let kept = noTexts;
  return async (filter, moment = null) => {
    const known = moment ? noTexts : kept;
    const query = reportQuery(filter, known.versions, moment ? knownAt(moment.at) : today);
    const found = moment ? await joined(db, query) : await firstOf(db, query);
    const texts = textsOf(found, known);
    if (!moment) kept = texts;
    if (found.tooLarge) throw reportTooLarge(MOST_ROWS);
    return piecesOf(found.rows === null ? [] : found.rows.split(RECORD), texts);
  };
}

const firstOf = async (db: Db, query: RawBuilder<Found>): Promise<Found> =>
  (await query.execute(db.withoutPlugins())).rows[0] as Found;

/** Runs a query without nested loops: the planner cannot know how many rows there were at a time, and expects few. */
const joined = (db: Db, query: RawBuilder<Found>): Promise<Found> =>
  db.transaction().execute(async (trx) => {
    await sql`select set_config('enable_nestloop', 'off', true)`.execute(trx);
    return await firstOf(trx, query);
  });

function piecesOf(records: readonly string[], texts: Texts): Pieces {
  const count = Math.max(1, Math.ceil(records.length / ROWS_AT_ONCE));
  return Array.from({ length: count }, (_, piece) => () => {
    const first = piece * ROWS_AT_ONCE;
    const rows = records
      .slice(first, first + ROWS_AT_ONCE)
      .map((record, at) => rowOf(record, first + at + 1, texts));
    return `${piece === 0 ? '[' : ','}${rows.join(',')}${piece === count - 1 ? ']' : ''}`;
  });
}

function rowOf(record: string, id: number, texts: Texts): Json {
  const [school = '', major = '', degree = '', department = ''] = record.split(UNIT);
  const program = texts.majorDegree.get(`${major}/${degree}`);
  return `{"id":${id},"school":${texts.school.get(school) ?? null},"major":${texts.major.get(major)},"degree":${texts.degree.get(degree) ?? null},"department":${texts.department.get(department) ?? null},"majorDegree":${program ?? null}}`;
}

function textsOf(found: Found, known: Texts): Texts {
  const { versions } = found;
  const of = (kind: Kind) =>
    versions[kind] === known.versions[kind] ? known[kind] : new Map(pairsOf(found[kind]));
  return {
    versions,
    school: of('school'),
    major: of('major'),
    degree: of('degree'),
    department: of('department'),
    majorDegree: of('majorDegree'),
  };
}

function pairsOf(list: string | null): [string, Json][] {
  return (list?.split(RECORD) ?? []).map((record) => {
    const at = record.indexOf(UNIT);
    return [record.slice(0, at), record.slice(at + 1)];
  });
}

/** `known` holds the counters of the cached items. */
function reportQuery(
  filter: ReportFilter,
  known: Record<Kind, number>,
  { data, view, versions }: ReadModel,
): RawBuilder<Found> {
  const asOf = filter.asOfTerm;
  /** What restricts a join to relationships, `r`, and items in effect in the term. */
  const andInEffect = (r: string, start: string, end: string) =>
    asOf === null
      ? sql``
      : sql`and ${termsInEffect(`${r}.start_term`, `${r}.end_term`, asOf)} and ${termsInEffect(start, end, asOf)}`;
  // The database reads the items only if the condition applies.
  const ifChanged = (kind: Kind, key: string, from: RawBuilder<unknown>) => sql`
    case when versions ->> ${sql.lit(kind)} is distinct from ${String(known[kind])} then
      (select string_agg(${sql.raw(key)} || ${UNIT} || row_to_json(a)::text, ${RECORD}) from ${from})
    end`;
  return sql<Found>`
    with ${data} found as materialized (
      select s.school_code as school, m.major_key as major, d.degree_key as degree, p.dept_key as department,
        m.major_code, m.major_segment, d.degree_awarded, d.degree_title_rc, p.title7
      from major m
      left join (major_degree r join degree d using (degree_key)) on r.major_key = m.major_key
        ${andInEffect('r', 'd.degree_start_term_yyyyst', 'd.degree_end_term_yyyyst')}
      left join (school_major s join school c using (school_code)) on s.major_key = m.major_key
        ${asOf === null ? sql`` : sql`and ${termsInEffect('s.start_term', 's.end_term', asOf)} and derived.year_in_effect(c.year_start, c.year_end, ${asOf})`}
      left join (major_department o join department p using (dept_key)) on o.major_key = m.major_key
        ${andInEffect('o', 'p.start_term', 'p.end_term')}
      where ${conditionsOf(filter)}
      limit ${sql.lit(MOST_ROWS + 1)}
    ),
    size as materialized (
      select count(*) > ${sql.lit(MOST_ROWS)} as too_large from found
    ),
    report as materialized (
      select school, major, degree, department,
        row_number() over (
          order by school collate "C" nulls last, major_code collate "C", major_segment collate "C",
            degree_awarded collate "C" nulls last, degree_title_rc collate "C" nulls last,
            title7 collate "C" nulls last, major, degree, department) as place
      from found where not (select too_large from size)
    ),
    now as materialized (
      select ${versions} as versions
    )
    select versions, too_large as "tooLarge",
      (select string_agg(
          coalesce(school, '') || ${UNIT} || major || ${UNIT} || coalesce(degree::text, '')
            || ${UNIT} || coalesce(department::text, ''), ${RECORD} order by place)
        from report) as rows,
      ${ifChanged('school', 'a."schoolCode"', sql`${view('school_answer')} a`)} as school,
      ${ifChanged('major', 'a."majorKey"', sql`${view('report_major_answer')} a`)} as major,
      ${ifChanged('degree', 'a."degreeKey"', sql`${view('degree_answer')} a`)} as degree,
      ${ifChanged('department', 'a."deptKey"', sql`${view('department_answer')} a`)} as department,
      ${ifChanged(
        'majorDegree',
        `r."majorKey" || '/' || r."degreeKey"`,
        sql`${view('major_degree_answer')} r
          cross join lateral (select ${relationshipColumns(relationshipKinds.majorDegree)}) a`,
      )} as "majorDegree"
    from now, size`;
}
