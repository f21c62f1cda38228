import { sql } from 'kysely';
import { catalogKinds } from '../../../contract/history.ts';
import { type ItemKind, itemKinds } from '../../../contract/kinds.ts';
import type { Severity } from '../../../contract/quality.ts';
import {
  allRelationshipKinds,
  keyNames,
  type RelationshipKind,
  relationshipKinds,
} from '../../../contract/relationships.ts';
import {
  activeField,
  column,
  degree,
  each,
  eachProgram,
  ends,
  facts,
  folded,
  found,
  foundGroup,
  hasEnded,
  hasInEffect,
  isIn,
  isProgram,
  item,
  major,
  ofKinds,
  overlap,
  pairs,
  program,
  programs,
  type Query,
  type Row,
  row,
  spanFacts,
  spanFields,
  spanOf,
  table,
  values,
} from './ruleQuery.ts';

// This file is long because it has all rules, so that each is read beside its neighbors.

/** A rule of data quality. Its ID, severity and condition are those of the contract (contract 12). */
export interface Rule {
  id: string;
  severity: Severity;
  /** What it finds, as the heading of its findings. */
  title: string;
  /** Why it matters: one sentence. */
  why: string;
  source: string;
  /** Whether it is about the Active flag. The flag is today's, so the term is always the running one. */
  isAboutActive?: true;
  /** It finds at most so many, or fails: among n rows with the same values there are n² / 2 pairs. */
  most?: number;
  /** What its proposal does, if it has a fix. */
  fix?: string;
  /**
   * The one query that finds everything, given a term (`yyyyst`): a row for each finding, with `items`, `facts` and `fix`
   * (`ruleQuery.ts`). It reads only tables, never the rows one by one.
   */
  query: (term: string) => Query;
}

const OFFICE = 'Definition of this data';
const NSLDS = 'NSLDS enrollment reporting by program';
const IPEDS = 'IPEDS Completions: awards are reported by CIP code and award level';
const CIP = 'CIP 2020, U.S. Department of Education';

const department = row('department', 'p');
const items = Object.keys(itemKinds) as ItemKind[];
const { schoolMajor, schoolDepartment, majorDepartment, majorDegree } = relationshipKinds;

/** Whether the period of a relationship, `r`, begins within that of an item. */
const beginsWithin = (r: Row, of: Row): Query =>
  spanOf(of.kind).of === 'years'
    ? sql`derived.year_in_effect(${spans(of)}, ${column(r, 'startTerm')})`
    : sql`derived.in_effect(${spans(of)}, ${column(r, 'startTerm')})`;
const spans = (of: Row) => sql.join(spanFields(of.kind).map((field) => column(of, field)));

/** The last term of an item; of a school the fall term of its last year. Null if it is open. */
const lastTerm = (of: Row): Query => {
  const end = column(of, spanOf(of.kind).end);
  return spanOf(of.kind).of === 'years' ? sql`${end}::text || '92'` : end;
};

/** Whether the period of a relationship, `r`, ends within that of an item. Years are compared with the year of the term. */
const endsWithin = (r: Row, of: Row): Query => {
  const end = column(of, spanOf(of.kind).end);
  const ofRelationship = column(r, 'endTerm');
  return spanOf(of.kind).of === 'years'
    ? sql`(${end} is null or coalesce(left(${ofRelationship}, 4)::integer <= ${end}, false))`
    : sql`(${end} is null or coalesce(${ofRelationship} <= ${end}, false))`;
};

function outsideItem(kind: RelationshipKind): Query {
  const r = row(kind.name, 'r');
  const [from, to] = ends(kind);
  const keys = keyNames(kind);
  const begins = sql`${beginsWithin(r, from)} and ${beginsWithin(r, to)}`;
  const end = sql`least(${lastTerm(from)}, ${lastTerm(to)})`;
  return sql`
    select ${found({
      items: [item(r)],
      facts: [spanFacts(r), spanFacts(from), spanFacts(to)],
      fix: sql`case when ${begins} and ${end} >= r.start_term then ${values('endTerm', end)} end`,
    })}
    from ${table(kind.name)} r
    join ${table(kind.from)} f using (${sql.ref(keys.from)}) join ${table(kind.to)} t using (${sql.ref(keys.to)})
    where not (${begins} and ${endsWithin(r, from)} and ${endsWithin(r, to)})`;
}

/** A major's title for reports: the long one, or else the one of 20 characters. */
const majorTitle = (m: string) => sql.raw(`coalesce(${m}.title_long, ${m}.title20)`);

/** Program facts by name, of the relationship, of its major and of its degree. */
const ofProgram = (...fields: string[]) => facts(program, ...fields);
const ofMajor = (...fields: string[]) => facts(major, ...fields);
const ofDegree = (...fields: string[]) => facts(degree, ...fields);

const MOST_PAIRS = 5_000;

/** All rules, errors first, in the order of the contract. */
export const rules: readonly Rule[] = [
  {
    id: 'unknown-term',
    severity: 'error',
    title: 'Term does not exist',
    why: 'A term that the lookup does not have has no label, and other systems cannot place it.',
    source: 'Terms of this database',
    query: () =>
      ofKinds(
        catalogKinds.filter((kind) => spanOf(kind).of === 'terms'),
        (of) =>
          each(
            of,
            // The database reads the lookup once.
            sql.join(
              spanFields(of.kind).map(
                (field) => sql`${column(of, field)} not in (select term_yyyyst from term)`,
              ),
              sql` or `,
            ),
            [spanFacts(of)],
          ),
      ),
  },
  {
    id: 'major-code-shared',
    severity: 'error',
    title: 'Two majors with the same code at the same time',
    why: 'Other systems identify a major by its code and segment, so they take these two for one.',
    source: OFFICE,
    most: MOST_PAIRS,
    query: () =>
      pairs(
        'major',
        (a, b) =>
          sql`${folded(column(a, 'majorCode'))} = ${folded(column(b, 'majorCode'))}
            and a.major_segment = b.major_segment and ${overlap(a, b)}`,
        ['majorCode', 'majorSegment', ...spanFields('major')],
      ),
  },
  {
    id: 'relationship-outside-item',
    severity: 'error',
    title: 'Relationship is longer than its items',
    why: 'A relationship can hold only while both of its items exist, so reports for some terms contradict each other.',
    source: OFFICE,
    fix: 'End relationships with their items',
    query: () => sql.join(allRelationshipKinds.map(outsideItem), sql` union all `),
  },
  {
    id: 'self-supporting-undergraduate',
    severity: 'error',
    title: 'Self-supporting undergraduate program',
    why: 'Only graduate professional programs can be self-supporting, so the flag or the segment is wrong.',
    source: 'University of California policy on self-supporting graduate professional degree programs',
    query: (term) =>
      eachProgram(term, sql`r.self_supp_pgm and m.major_segment = 'U'`, [
        ofProgram('selfSuppPgm'),
        ofMajor('majorSegment'),
      ]),
  },
  {
    id: 'special-program-level',
    severity: 'error',
    title: 'Special program indicator does not fit the credential level',
    why: 'NSLDS rejects preparatory coursework and teacher certification with a level other than 99, and level 99 without them.',
    source: NSLDS,
    query: (term) =>
      eachProgram(
        term,
        sql`(r.spec_prog_indctr in ('P', 'U', 'T') and d.program_cred_level <> '99'
          or r.spec_prog_indctr = 'N' and d.program_cred_level = '99')`,
        [ofProgram('specProgIndctr'), ofDegree('programCredLevel')],
      ),
  },
  {
    id: 'active-but-ended',
    severity: 'warning',
    title: 'Active although its end has passed',
    why: 'Systems that read only the Active flag still offer what has ended.',
    source: OFFICE,
    isAboutActive: true,
    fix: 'Set Active to No',
    query: (term) =>
      ofKinds(catalogKinds, (of) => {
        const active = activeField(of.kind);
        return each(
          of,
          sql`${column(of, active)} and ${hasEnded(of, term)}`,
          [facts(of, active, spanOf(of.kind).end)],
          values(active, sql`false`),
        );
      }),
  },
  {
    id: 'inactive-but-in-effect',
    severity: 'warning',
    title: 'Not active although it is in effect',
    why: 'Systems that read only the Active flag leave out what still exists.',
    source: OFFICE,
    isAboutActive: true,
    query: (term) =>
      ofKinds(catalogKinds, (of) => {
        const active = activeField(of.kind);
        return each(of, sql`not ${column(of, active)} and ${isIn(of, term)}`, [
          facts(of, active, ...spanFields(of.kind)),
        ]);
      }),
  },
  {
    id: 'major-without-school',
    severity: 'warning',
    title: 'Major without a school',
    why: 'The report and everyone who selects by school miss this major.',
    source: OFFICE,
    query: (term) =>
      each(major, sql`${isIn(major, term)} and not ${hasInEffect(major, schoolMajor, term)}`, [
        spanFacts(major),
      ]),
  },
  {
    id: 'major-without-degree',
    severity: 'warning',
    title: 'Major whose degrees are not in effect',
    why: 'Students in this major cannot be given a degree, although it once led to one.',
    source: OFFICE,
    query: (term) =>
      each(
        major,
        sql`${isIn(major, term)} and exists (select from major_degree r where r.major_key = m.major_key)
          and not ${hasInEffect(major, majorDegree, term)}`,
        [spanFacts(major)],
      ),
  },
  {
    id: 'degree-without-major',
    severity: 'warning',
    title: 'Degree without a major',
    why: 'No student can earn a degree that belongs to no major.',
    source: OFFICE,
    query: (term) =>
      each(degree, sql`${isIn(degree, term)} and not ${hasInEffect(degree, majorDegree, term)}`, [
        spanFacts(degree),
      ]),
  },
  {
    id: 'department-without-school',
    severity: 'warning',
    title: 'Department without a school',
    why: 'Everyone who selects by school misses this department.',
    source: OFFICE,
    query: (term) =>
      each(
        department,
        sql`${isIn(department, term)} and not ${hasInEffect(department, schoolDepartment, term)}`,
        [spanFacts(department)],
      ),
  },
  {
    id: 'duplicate-degree',
    severity: 'warning',
    title: 'Two degrees with the same award and title',
    why: 'Majors are spread over two degrees that others take for one.',
    source: OFFICE,
    most: MOST_PAIRS,
    query: () =>
      pairs(
        'degree',
        (a, b) =>
          sql`${folded(column(a, 'degreeAwarded'))} = ${folded(column(b, 'degreeAwarded'))}
            and ${folded(column(a, 'degreeTitleRc'))} = ${folded(column(b, 'degreeTitleRc'))} and ${overlap(a, b)}`,
        ['degreeAwarded', 'degreeTitleRc', ...spanFields('degree')],
      ),
  },
  {
    id: 'credential-level-unusual',
    severity: 'warning',
    title: 'Unusual credential level for the award',
    why: 'Programs are reported under the credential level, so a wrong one counts them as another kind of award.',
    source: `${NSLDS}; the usual level of an award is in the award types`,
    fix: 'Set the usual credential level',
    query: (term) => sql`
      select ${found({
        items: [item(degree)],
        facts: [ofDegree('degreeAwarded', 'programCredLevel')],
        fix: values('programCredLevel', sql`a.program_cred_level`),
      })}
      from degree d join award_type a on a.degree_short = d.degree_awarded
      where ${isIn(degree, term)} and a.program_cred_level <> coalesce(d.program_cred_level, '')`,
  },
  {
    id: 'major-without-cip',
    severity: 'warning',
    title: 'Major with a program and without a CIP code',
    why: 'Its programs cannot be reported: every federal report counts by CIP code.',
    source: IPEDS,
    query: (term) =>
      each(
        major,
        sql`m.cip_code is null and ${isIn(major, term)} and ${hasInEffect(major, majorDegree, term)}`,
        [spanFacts(major)],
      ),
  },
  {
    id: 'program-without-length',
    severity: 'warning',
    title: 'Program without a length',
    why: 'Enrollment reports need the published length of every program.',
    source: 'NSLDS enrollment reporting guide; 34 CFR 668.41',
    query: (term) =>
      eachProgram(term, sql`r.program_length_yrs is null and r.program_length_qtrs is null`, [
        spanFacts(program),
      ]),
  },
  {
    id: 'program-without-indicator',
    severity: 'warning',
    title: 'Program without a special program indicator',
    why: 'NSLDS expects a value for every program; N for nearly all.',
    source: NSLDS,
    query: (term) => eachProgram(term, sql`r.spec_prog_indctr is null`, [spanFacts(program)]),
  },
  {
    id: 'program-without-weeks',
    severity: 'warning',
    title: 'Program without instructional weeks',
    why: 'A length that is not a whole number of years can be converted only with the weeks of the academic year.',
    source: NSLDS,
    query: (term) =>
      eachProgram(
        term,
        sql`r.program_length_yrs <> trunc(r.program_length_yrs) and r.acad_yr_instr_wks is null`,
        [ofProgram('programLengthYrs'), spanFacts(program)],
      ),
  },
  {
    id: 'program-twice',
    severity: 'warning',
    title: 'Two programs with the same award, segment and title',
    why: 'The same program may be counted twice.',
    source: IPEDS,
    most: MOST_PAIRS,
    query: (term) => {
      const [a, b] = [row('majorDegree', 'a'), row('majorDegree', 'b')];
      const side = (m: string, d: string) => [
        facts(row('degree', d), 'degreeAwarded'),
        facts(row('major', m), 'majorSegment', 'title20', 'titleLong'),
      ];
      return sql`
        with programs as materialized (
          select r.major_key, r.degree_key, ${folded(sql`d.degree_awarded`)} as award, m.major_segment as segment,
            ${folded(majorTitle('m'))} as title
          from ${programs} where ${isProgram(term)}
        )
        select ${found({ items: [item(a), item(b)], facts: [...side('ma', 'da'), ...side('mb', 'db')] })}
        from programs a join programs b using (award, segment, title)
        join major ma on ma.major_key = a.major_key join degree da on da.degree_key = a.degree_key
        join major mb on mb.major_key = b.major_key join degree db on db.degree_key = b.degree_key
        where (a.major_key, a.degree_key) < (b.major_key, b.degree_key)`;
    },
  },
  {
    id: 'approved-after-start',
    severity: 'warning',
    title: 'Approved after its start',
    why: 'A program starts after its approval, so one of the two dates is wrong.',
    source: OFFICE,
    query: (term) =>
      each(
        major,
        sql`${isIn(major, term)} and m.academic_year_approved >
          left(m.start_term_yyyyst, 4)::integer - (right(m.start_term_yyyyst, 2) in ('03', '14'))::integer`,
        [ofMajor('academicYearApproved', spanOf('major').start)],
      ),
  },
  {
    id: 'department-without-major',
    severity: 'notice',
    title: 'Department without a major',
    why: 'Nothing is taught for a degree here, or a relationship is missing.',
    source: OFFICE,
    query: (term) =>
      each(
        department,
        sql`${isIn(department, term)} and not ${hasInEffect(department, majorDepartment, term)}`,
        [spanFacts(department)],
      ),
  },
  {
    id: 'no-start-term',
    severity: 'notice',
    title: 'In effect without a start',
    why: 'Without a start it counts as in effect in every earlier term too.',
    source: OFFICE,
    query: (term) =>
      ofKinds(items, (of) =>
        each(of, sql`${isIn(of, term)} and ${column(of, spanOf(of.kind).start)} is null`, [spanFacts(of)]),
      ),
  },
  {
    id: 'cip-not-in-2020',
    severity: 'notice',
    title: 'CIP code is not in CIP 2020',
    why: 'Federal reports accept only codes of the current edition.',
    source: CIP,
    query: (term) =>
      each(
        major,
        sql`${isIn(major, term)} and m.cip_code is not null
          and not exists (select from cip_code c where c.code = m.cip_code)`,
        [ofMajor('cipCode')],
      ),
  },
  {
    id: 'cip-with-several-disciplines',
    severity: 'notice',
    title: 'One CIP code, several UC disciplines',
    why: 'Federal and university reports then group the same majors in different ways.',
    source: CIP,
    query: (term) => sql`
      select ${foundGroup(major, [ofMajor('cipCode', 'ucDiscipline')])}
      from major m where ${isIn(major, term)} and m.cip_code is not null and m.uc_discipline is not null
      group by m.cip_code having count(distinct m.uc_discipline) > 1`,
  },
  {
    id: 'cip-with-several-lengths',
    severity: 'notice',
    title: 'One CIP code and level, several lengths',
    why: 'The Clearinghouse takes one record for all programs of a CIP code and level, so only one of the lengths arrives.',
    source: 'National Student Clearinghouse program reporting',
    query: (term) => sql`
      select ${foundGroup(program, [ofProgram('programLengthYrs', 'acadYrInstrWks'), ofMajor('cipCode'), ofDegree('programCredLevel')])}
      from ${programs} where ${isProgram(term)} and m.cip_code is not null and d.program_cred_level is not null
      group by m.cip_code, d.program_cred_level
      having count(distinct r.program_length_yrs) > 1 or count(distinct r.acad_yr_instr_wks) > 1`,
  },
  {
    id: 'weeks-below-30',
    severity: 'notice',
    title: 'Fewer than 30 instructional weeks',
    why: 'A Title IV academic year of a program in credit hours has at least 30 weeks of instruction.',
    source: 'Title IV academic year: the legal minimum of 30 weeks',
    query: (term) => eachProgram(term, sql`r.acad_yr_instr_wks < 30`, [ofProgram('acadYrInstrWks')]),
  },
  {
    id: 'length-not-whole-years',
    severity: 'notice',
    title: 'Length is not a whole number of years',
    why: 'Check that the length is the published one and not rounded or converted.',
    source: 'NSLDS enrollment reporting guide; 34 CFR 668.41',
    query: (term) =>
      eachProgram(term, sql`r.program_length_yrs <> trunc(r.program_length_yrs)`, [
        ofProgram('programLengthYrs'),
      ]),
  },
  {
    id: 'quarters-and-years-differ',
    severity: 'notice',
    title: 'Length in quarters and in years differ',
    why: 'A year has three quarters, or four with summer, so one of the two lengths is wrong.',
    source: OFFICE,
    query: (term) =>
      eachProgram(
        term,
        sql`r.program_length_qtrs not in (3 * r.program_length_yrs, 4 * r.program_length_yrs)`,
        [ofProgram('programLengthYrs', 'programLengthQtrs')],
      ),
  },
  {
    id: 'repealed-indicator',
    severity: 'notice',
    title: 'Special program indicator was repealed',
    why: 'The rules behind the indicators A and B no longer exist.',
    source: '86 FR 31438',
    fix: 'Set the special program indicator to N',
    query: (term) =>
      eachProgram(
        term,
        sql`r.spec_prog_indctr in ('A', 'B')`,
        [ofProgram('specProgIndctr')],
        values('specProgIndctr', sql`'N'::text`),
      ),
  },
  {
    id: 'code-reused-soon',
    severity: 'notice',
    title: 'Major code used again within ten years',
    why: 'Students of the earlier major may still be enrolled or return, under a code that now means another major.',
    source: OFFICE,
    most: MOST_PAIRS,
    query: () =>
      pairs(
        'major',
        (a, b) => {
          const soonAfter = (first: Row, second: Row) => {
            const [end, start] = [column(first, spanOf('major').end), column(second, spanOf('major').start)];
            return sql`(${start} > ${end} and left(${start}, 4)::integer - left(${end}, 4)::integer < 10)`;
          };
          return sql`${folded(column(a, 'majorCode'))} = ${folded(column(b, 'majorCode'))}
            and a.major_segment = b.major_segment and (${soonAfter(a, b)} or ${soonAfter(b, a)})`;
        },
        ['majorCode', 'majorSegment', ...spanFields('major')],
      ),
  },
];

export const ruleOfId = (id: string): Rule | undefined => rules.find((rule) => rule.id === id);
