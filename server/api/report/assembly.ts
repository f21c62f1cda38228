import { type RawBuilder, sql } from 'kysely';
import type { ReportFilter } from '../../../contract/report.ts';
import type { Json } from '../../catalog/itemJson.ts';
import type { Moment } from '../../catalog/knownAt/moment.ts';
import type { Db } from '../../db/tables.ts';
import { reportTooLarge } from '../../errors.ts';
import type { Pieces } from '../../http/sendJson.ts';
import {
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

/** The JSON of each item by its key. `versions` has the list counters of this state. */
interface Texts extends Record<Kind, ReadonlyMap<string, Json>> {
  versions: Record<Kind, number>;
}

/** The JSON of the items that have other names or codes in the term of the report, by their keys. */
type Earlier = Record<NamedKind, ReadonlyMap<string, Json>>;

const empty: ReadonlyMap<string, Json> = new Map();
const noTexts: Texts = {
  versions: { school: 0, major: 0, degree: 0, department: 0, majorDegree: 0 },
  school: empty,
  major: empty,
  degree: empty,
  department: empty,
  majorDegree: empty,
};

/**
 * Creates the function that runs a report. Each run is one statement that returns one row: the keys of the joined rows. The
 * JSON of the items is cached here, and the statement returns it only for lists whose counters have changed. Counters, keys
 * and items come from one snapshot. The report's rows are then numbered and built from the cached texts, piece by piece. As of
 * a term, the items with other names or codes then are in the statement's result and take the place of the cached ones.
 * Throws `REPORT_TOO_LARGE` (422) for more than 200,000 rows. With a moment, the same statement reads the data of that time;
 * its items are not cached.
 */
export function createReport(db: Db): (filter: ReportFilter, moment?: Moment | null) => Promise<Pieces> {
  let cache = noTexts;
  return async (filter, moment = null) => {
    const cached = moment ? noTexts : cache;
    const query = reportQuery(filter, cached.versions, moment?.at ?? null);
    const result = moment ? await runWithoutNestedLoops(db, query) : await runQuery(db, query);
    const texts = textsOf(result, cached);
    if (!moment) cache = texts;
    if (result.tooLarge) throw reportTooLarge(MAX_ROWS);
    return piecesOf(result.rows === null ? [] : result.rows.split(RECORD), texts, earlierOf(result));
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

function piecesOf(records: readonly string[], texts: Texts, earlier: Earlier): Pieces {
  const count = Math.max(1, Math.ceil(records.length / PIECE));
  return Array.from({ length: count }, (_, piece) => () => {
    const first = piece * PIECE;
    const rows = records
      .slice(first, first + PIECE)
      .map((record, at) => rowOf(record, first + at + 1, texts, earlier));
    return `${piece === 0 ? '[' : ','}${rows.join(',')}${piece === count - 1 ? ']' : ''}`;
  });
}

function rowOf(record: string, id: number, texts: Texts, earlier: Earlier): Json {
  const [school = '', major = '', degree = '', department = ''] = record.split(UNIT);
  const item = (kind: NamedKind, key: string) => earlier[kind].get(key) ?? texts[kind].get(key) ?? null;
  const program = texts.majorDegree.get(`${major}/${degree}`) ?? null;
  return `{"id":${id},"school":${item('school', school)},"major":${item('major', major)},"degree":${item('degree', degree)},"department":${item('department', department)},"majorDegree":${program}}`;
}

function earlierOf({ earlier }: QueryResult): Earlier {
  const lists = namedKinds.map((kind) => [kind, new Map(pairsOf(earlier?.[kind] ?? null))]);
  return Object.fromEntries(lists) as Earlier;
}

function textsOf(result: QueryResult, cached: Texts): Texts {
  const { versions } = result;
  const ofKind = (kind: Kind) =>
    versions[kind] === cached.versions[kind] ? cached[kind] : new Map(pairsOf(result[kind]));
  return {
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
