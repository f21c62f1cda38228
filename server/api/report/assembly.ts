import { type RawBuilder, sql } from 'kysely';
import type { ReportFilter, ReportRow } from '../../../contract/report.ts';
import type { Json } from '../../catalog/itemJson.ts';
import type { Moment } from '../../catalog/knownAt/moment.ts';
import type { Db } from '../../db/tables.ts';
import { reportTooLarge } from '../../errors.ts';
import type { Pieces } from '../../http/sendJson.ts';
import {
  type CachedState,
  type Kind,
  MAX_ROWS,
  type NamedKind,
  namedKinds,
  type QueryResult,
  RECORD,
  reportQuery,
  UNIT,
} from './reportQuery.ts';

// A piece of this size is built in a few milliseconds, so a long report never delays other requests.
const PIECE = 500;

/** A report before its rows are assembled: the keys of each row, and the JSON of the items. */
export interface Report {
  records: readonly string[];
  texts: Texts;
  earlier: Earlier;
}

/** The JSON of each item by its key, in a state of the data. */
interface Texts extends Record<Kind, ReadonlyMap<string, Json>>, CachedState {}

/** The JSON of the items that have other names or codes in the term of the report, by their keys. */
type Earlier = Record<NamedKind, ReadonlyMap<string, Json>>;

const empty: ReadonlyMap<string, Json> = new Map();
const noTexts: Texts = {
  place: null,
  versions: { school: 0, major: 0, degree: 0, department: 0, majorDegree: 0 },
  school: empty,
  major: empty,
  degree: empty,
  department: empty,
  majorDegree: empty,
};

/**
 * Creates the function that runs a report. Each run is one statement that returns one row: the keys of the joined rows. The
 * JSON of the items is cached here. Of lists whose counters have changed, the statement returns the items that have changed
 * according to the log; if the log does not show them, it runs again and returns all. Counters, keys and items come from one
 * snapshot. The report's rows are then built from the cached texts. As of a term, the statement also returns the items that
 * had other names or codes then, which take the place of the cached ones.
 * Throws `REPORT_TOO_LARGE` (422) for more than 200,000 rows. With a moment, the same statement reads the data of that time;
 * its items are not cached.
 */
export function createReport(db: Db): (filter: ReportFilter, moment?: Moment | null) => Promise<Report> {
  let cache = noTexts;
  return async (filter, moment = null) => {
    const cached = moment ? noTexts : cache;
    const query = reportQuery(filter, cached, moment?.at ?? null);
    let result = moment ? await runWithoutNestedLoops(db, query) : await runQuery(db, query);
    if (!result.isContinued) result = await runQuery(db, reportQuery(filter, noTexts, null));
    const texts = textsOf(result, cached);
    if (!moment) cache = texts;
    if (result.tooLarge) throw reportTooLarge(MAX_ROWS);
    const records = result.rows === null ? [] : result.rows.split(RECORD);
    return { records, texts, earlier: earlierOf(result) };
  };
}

const runQuery = async (db: Db, query: RawBuilder<QueryResult>): Promise<QueryResult> =>
  (await query.execute(db.withoutPlugins())).rows[0] as QueryResult;

/** Runs a query without nested loops: the planner does not know the number of rows at a past time, and expects few. */
const runWithoutNestedLoops = (db: Db, query: RawBuilder<QueryResult>): Promise<QueryResult> =>
  db.transaction().execute(async (trx) => {
    await sql`select set_config('enable_nestloop', 'off', true)`.execute(trx);
    return await runQuery(trx, query);
  });

/** The records in parts that are handled without other requests in between, at least one. */
export const partsOf = <Item>(items: readonly Item[]): readonly Item[][] =>
  Array.from({ length: Math.max(1, Math.ceil(items.length / PIECE)) }, (_, part) =>
    items.slice(part * PIECE, (part + 1) * PIECE),
  );

/** The JSON of the report, its rows numbered. `more` adds fields to a row: `,"name":value`. */
export function reportJson(report: Report, more: (record: string) => Json = () => ''): Pieces {
  const parts = partsOf(report.records);
  return parts.map((records, part) => () => {
    const rows = records.map((record, at) => {
      const { school, major, degree, department, majorDegree } = itemsOf(report, record);
      return `{"id":${part * PIECE + at + 1},"school":${school},"major":${major},"degree":${degree},"department":${department},"majorDegree":${majorDegree}${more(record)}}`;
    });
    return `${part === 0 ? '[' : ','}${rows.join(',')}${part === parts.length - 1 ? ']' : ''}`;
  });
}

/** The JSON of each part of a row; `null` where there is none. */
function itemsOf({ texts, earlier }: Report, record: string): Record<Kind, Json> {
  const [school = '', major = '', degree = '', department = ''] = record.split(UNIT);
  const item = (kind: NamedKind, key: string) => earlier[kind].get(key) ?? texts[kind].get(key) ?? 'null';
  return {
    school: item('school', school),
    major: item('major', major),
    degree: item('degree', degree),
    department: item('department', department),
    majorDegree: texts.majorDegree.get(`${major}/${degree}`) ?? 'null',
  };
}

/** Reads the rows of a report. */
export type ReadRow = (record: string) => ReportRow;

/** Returns a function that reads the rows of a report. Each item is parsed once, although many rows may have it. */
export function rowReader({ texts, earlier }: Report): ReadRow {
  const readerOf = (kind: Kind) => {
    const parsed = new Map<string, unknown>();
    return (key: string): unknown => {
      const known = parsed.get(key);
      if (known !== undefined) return known;
      const json = (kind === 'majorDegree' ? undefined : earlier[kind].get(key)) ?? texts[kind].get(key);
      const item: unknown = json === undefined ? null : JSON.parse(json);
      parsed.set(key, item);
      return item;
    };
  };
  const schoolOf = readerOf('school');
  const majorOf = readerOf('major');
  const degreeOf = readerOf('degree');
  const departmentOf = readerOf('department');
  const programOf = readerOf('majorDegree');
  return (record) => {
    const [school = '', major = '', degree = '', department = ''] = record.split(UNIT);
    const row = {
      // A file has no numbers of rows.
      id: 0,
      school: schoolOf(school),
      major: majorOf(major),
      degree: degreeOf(degree),
      department: departmentOf(department),
      majorDegree: programOf(`${major}/${degree}`),
    };
    return row as ReportRow;
  };
}

function earlierOf({ earlier }: QueryResult): Earlier {
  const lists = namedKinds.map((kind) => [kind, new Map(pairsOf(earlier?.[kind] ?? null))]);
  return Object.fromEntries(lists) as Earlier;
}

function textsOf(result: QueryResult, cached: Texts): Texts {
  const { versions, place } = result;
  const isDelta = result.changed !== null;
  const changed = Map.groupBy(pairsOf(result.changed), ([kind]) => kind);
  const ofKind = (kind: Kind) => {
    if (versions[kind] === cached.versions[kind]) return cached[kind];
    if (!isDelta) return new Map(pairsOf(result[kind]));
    const texts = new Map(cached[kind]);
    // Those that are not returned have been deleted.
    for (const [, key] of changed.get(kind) ?? []) texts.delete(key);
    for (const [key, json] of pairsOf(result[kind])) texts.set(key, json);
    return texts;
  };
  return {
    place,
    versions,
    school: ofKind('school'),
    major: ofKind('major'),
    degree: ofKind('degree'),
    department: ofKind('department'),
    majorDegree: ofKind('majorDegree'),
  };
}

function pairsOf(list: string | null): [string, Json][] {
  return (list?.split(RECORD) ?? []).map((record) => {
    const at = record.indexOf(UNIT);
    return [record.slice(0, at), record.slice(at + 1)];
  });
}
