import { itemResponses } from '../../../contract/details.ts';
import { type ItemKind, itemKinds } from '../../../contract/kinds.ts';
import {
  allRelationshipKinds,
  keyNames,
  type RelationshipKind,
  responseOf,
} from '../../../contract/relationships.ts';
import { columnOf } from '../columnNames.ts';

/** A view of the JSON of the API: `row_to_json` of one of its rows has the names and the order of the contract. */
interface ResponseView {
  /** Without its schema: `major_answer`. */
  name: string;
  /**
   * Its query, which names tables without their schema. `view` gives the name by which it refers to another view. So the same
   * query reads the tables of today, and any others of these names (`catalog/knownAt/readModel.ts`).
   */
  query: (view: (name: string) => string) => string;
}

/** SQL for fields that are not columns of the same name, by field. */
type Computed = Readonly<Record<string, string>>;

/** The select list for these fields of a row. */
function fieldsSql(row: string, fields: readonly string[], computed: Computed = {}): string {
  const values: Computed = { lastModified: `derived.iso(${row}.last_modified)`, ...computed };
  return fields.map((field) => `${values[field] ?? `${row}.${columnOf(field)}`} as "${field}"`).join(', ');
}

/** SQL for a term with its label, given the column of the term and the row of `term` joined to it. */
const termSql = (column: string, term: string) => `coalesce(${term}.answer, term_json(${column}, null))`;

const joinTerms = (start: string, end: string) => `
left join term s on s.term_yyyyst = ${start}
left join term e on e.term_yyyyst = ${end}`;

/** The fields of an item. Each kind has its own name for the user of the last save. */
const itemFieldsSql = (row: string, kind: ItemKind, computed: Computed = {}) =>
  fieldsSql(row, Object.keys(itemResponses[kind].shape), {
    [itemKinds[kind].savedBy]: `${row}.last_modified_by`,
    ...computed,
  });

const itemView = (kind: ItemKind): ResponseView => ({
  name: `${kind}_answer`,
  query: () => `select ${itemFieldsSql('t', kind)} from ${kind} t`,
});

const degreeView: ResponseView = {
  name: 'degree_answer',
  query: () => `
select ${itemFieldsSql('d', 'degree', {
    degreeShort: 'a.degree_short',
    degreeCode: 'a.degree_code',
    startTerm: termSql('d.degree_start_term_yyyyst', 's'),
    endTerm: termSql('d.degree_end_term_yyyyst', 'e'),
  })}
from degree d
join award_type a on a.degree_short = d.degree_awarded${joinTerms('d.degree_start_term_yyyyst', 'd.degree_end_term_yyyyst')}`,
};

/** A major in the report, with the labels of its terms. */
const reportMajorView: ResponseView = {
  name: 'report_major_answer',
  query: (view) => `
select m.*, ${termSql('m."startTermYyyyst"', 's')} as "startTerm", ${termSql('m."endTermYyyyst"', 'e')} as "endTerm"
from ${view('major_answer')} m${joinTerms('m."startTermYyyyst"', 'm."endTermYyyyst"')}`,
};

function relationshipView(kind: RelationshipKind): ResponseView {
  const { from, to } = keyNames(kind);
  const table = columnOf(kind.name);
  const fields = [from, to, ...Object.keys(responseOf(kind).shape)];
  return {
    name: `${table}_answer`,
    query: () => `select ${fieldsSql('t', fields)} from ${table} t`,
  };
}

const itemViews: Readonly<Record<ItemKind, ResponseView>> = {
  school: itemView('school'),
  department: itemView('department'),
  degree: degreeView,
  major: itemView('major'),
};

/** The view of a kind, whose rows become the JSON of its items or relationships. */
export const responseViewOf = (kind: ItemKind | RelationshipKind): ResponseView =>
  typeof kind === 'string' ? itemViews[kind] : relationshipView(kind);

/** All views, each after those that it refers to. */
export const responseViews: readonly ResponseView[] = [
  ...Object.values(itemViews),
  reportMajorView,
  ...allRelationshipKinds.map(relationshipView),
];

/** The name of a view over the tables of today. */
export const viewOfToday = (name: string) => `derived.${name}`;

/** SQL that creates the views over the tables of today. */
export const responseViewsSql = (): string =>
  responseViews
    .map(({ name, query }) => `create view ${viewOfToday(name)} as ${query(viewOfToday)};`)
    .join('\n');
