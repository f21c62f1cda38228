import { type RawBuilder, sql } from 'kysely';
import { listsOf } from '../../../contract/details.ts';
import type { ReportFilter } from '../../../contract/report.ts';
import { type Json, relatedJson } from '../../catalog/itemJson.ts';
import type { Moment } from '../../catalog/knownAt/moment.ts';
import type { Db } from '../../db/tables.ts';
import { type Condition, conditionsOf, type Part } from './conditions.ts';
import { excludedBy } from './excludedBy.ts';
import { joinedRows, modelOf } from './reportQuery.ts';

const parts = ['major', 'school', 'degree'] as const satisfies readonly Part[];

/** The related items that filters are about. */
const lists = listsOf('major').filter(({ to }) => to === 'school' || to === 'degree');

/** For each part, which of its conditions each candidate meets: the major, each of its schools, each of its degrees. */
type Verdicts = Record<Part, boolean[][]>;

interface Row extends Verdicts {
  item: Json | null;
  schools: Json;
  degrees: Json;
}

/**
 * The JSON of the reasons why a major has no row in the report of a filter, in one statement over the joined rows and the
 * conditions of that report; undefined if no major has this key. With a moment, of the data of that time.
 */
export async function reportExclusionsJson(
  db: Db,
  key: number,
  filter: ReportFilter,
  moment: Moment | null,
): Promise<Json | undefined> {
  const asOf = filter.asOfTerm;
  const model = modelOf(asOf, moment?.at ?? null);
  const conditions = conditionsOf(filter);
  const ofPart = (part: Part) => conditions.filter((condition) => condition.part === part);
  const { rows } = await sql<Row>`
    with ${model.data} joined as (
      select ${sql.join(parts.map((part) => sql`${verdictOf(ofPart(part))} as ${sql.raw(part)}`))}
      from ${joinedRows(asOf)} where m.major_key = ${key}
    )
    select ${sql.join(parts.map((part) => sql`(select jsonb_agg(distinct ${sql.raw(part)}) from joined) as ${sql.raw(part)}`))},
      (select row_to_json(a)::text from ${model.view('report_major_answer')} a where a."majorKey" = ${key}) as item,
      ${sql.join(lists.map((link) => sql`${relatedJson(model, link, key)}::text as ${sql.raw(link.list)}`))}`.execute(
    db.withoutPlugins(),
  );
  const [row] = rows;
  if (!row || row.item === null) return moment ? unknownThen : undefined;
  const groups = parts.flatMap((part) => {
    const filters = ofPart(part).map(({ filter: name }) => name);
    const candidates = row[part].map((isMet) => new Set(filters.filter((_name, at) => isMet[at])));
    return excludedBy(filters, candidates);
  });
  return `{"excludedBy":${JSON.stringify(groups)},"major":${row.item},"schools":${row.schools},"degrees":${row.degrees}}`;
}

const unknownThen: Json = JSON.stringify({
  excludedBy: [['knownAt']],
  major: null,
  schools: [],
  degrees: [],
});

/** Which of these conditions a joined row meets, in their order, as a JSON array. A comparison with null meets none. */
const verdictOf = (conditions: readonly Condition[]): RawBuilder<unknown> =>
  sql`jsonb_build_array(${conditions.length === 0 ? sql`` : sql.join(conditions.map(({ isMet }) => sql`coalesce(${isMet}, false)`))})`;
