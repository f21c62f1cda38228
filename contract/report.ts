import * as z from 'zod/mini';
import { degree } from './degree.ts';
import { department } from './department.ts';
import { filterFlag, filterList, filterText, filterTime } from './fields.ts';
import { type FormValues, form } from './form.ts';
import { termLabel } from './lookups.ts';
import { major } from './major.ts';
import { program, relationship } from './relationships.ts';
import { school } from './school.ts';

/** Filters for majors without a school, or without a degree. As a school code, it matches in either case. */
export const NONE = 'NONE';

// The maximum length of a code, including a term code, and of a title (contract 5).
const CODE = 10;
const TITLE = 100;

/** The filters of the report. Null means no restriction; a flag that is null or absent is true. */
export const reportFilter = form('REPORT', {
  schoolCode: filterText('School', CODE, {
    lookup: 'school',
    hint: `School code, or ${NONE}: majors without a school`,
  }),
  majorCode: filterText('Major Code', CODE),
  majorTitle: filterText('Major Title', TITLE),
  majorStartTermYyyyst: filterText('Major Start Term', CODE, { lookup: 'term' }),
  majorEndTermYyyyst: filterText('Major End Term', CODE, { lookup: 'term' }),
  majorActive: filterFlag('Active'),
  majorInactive: filterFlag('Inactive'),
  underGraduate: filterFlag('Undergraduate'),
  graduate: filterFlag('Graduate'),
  degreeListAwarded: filterList('Degree Awarded', 200, {
    lookup: 'award',
    hint: `Any of these awards; ${NONE}: also majors without a degree`,
  }),
  degreeTitleRc: filterText('Degree Title', TITLE),
  degreeStartTermYyyyst: filterText('Degree Start Term', CODE, { lookup: 'term' }),
  degreeEndTermYyyyst: filterText('Degree End Term', CODE, { lookup: 'term' }),
  degreeActive: filterFlag('Active'),
  degreeInactive: filterFlag('Inactive'),
  asOfTerm: filterText('As of Term', CODE, { lookup: 'term' }),
  knownAt: filterTime('As Known On'),
});
export type ReportFilter = FormValues<typeof reportFilter>;

/** A major with the labels of its terms. */
export const reportMajor = z.object({
  ...major.shape,
  startTerm: z.nullable(termLabel),
  endTerm: z.nullable(termLabel),
});

/** A row of a major × its degrees × its schools × its departments. Missing parts are null. `id` counts from 1. */
export const reportRow = z.object({
  id: z.int(),
  school: z.nullable(school),
  major: reportMajor,
  degree: z.nullable(degree),
  department: z.nullable(department),
  majorDegree: z.nullable(program),
});
export type ReportRow = z.output<typeof reportRow>;

/** A row for other systems: with the award and the code of the major, which together name its program: 'BS-201'. */
export const reportRowWithKey = z.object({ ...reportRow.shape, programKey: z.nullable(z.string()) });

export const programKeyOf = ({ major, degree }: ReportRow): string | null =>
  degree && `${degree.degreeAwarded}-${major.majorCode}`;

/**
 * Why a major has no row in a report. `excludedBy` has groups of filters: one by itself excludes the major, several do so
 * only together, because each of them is met by another degree. Without a group, the major is in the report. `major` is null
 * if it was not known at the time of the filter. It has all its schools and degrees, in effect or not. Names and codes are
 * those of the filter's term.
 */
export const reportExclusions = z.object({
  excludedBy: z.array(z.array(z.string())),
  major: z.nullable(reportMajor),
  schools: z.array(z.object({ ...relationship.shape, item: school })),
  degrees: z.array(z.object({ ...program.shape, item: degree })),
});
export type ReportExclusions = z.output<typeof reportExclusions>;

/** The time when the newest change was saved: the report as known at that time never changes again. */
export const reportMoment = z.object({ at: z.iso.datetime() });
export type ReportMoment = z.output<typeof reportMoment>;
