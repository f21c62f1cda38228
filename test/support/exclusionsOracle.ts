import { type OracleFilter, reportOracle } from './reportOracle.ts';

type Name = keyof OracleFilter;

const ofDegree: readonly Name[] = [
  'degreeListAwarded',
  'degreeTitleRc',
  'degreeStartTermYyyyst',
  'degreeEndTermYyyyst',
  'degreeActive',
  'degreeInactive',
];

/** The filters that restrict something. */
export const namesIn = (filter: OracleFilter): Name[] =>
  (Object.keys(filter) as Name[]).filter((name) => filter[name] !== undefined && filter[name] !== true);

/** A filter with only these of its conditions switched on. Its term stays, because it says which data the others are about. */
export const only = (filter: OracleFilter, names: readonly Name[]): OracleFilter =>
  Object.fromEntries(
    namesIn(filter).flatMap((name) =>
      names.includes(name) || name === 'asOfTerm' ? [[name, filter[name]]] : [],
    ),
  );

/** Whether a major of the sample data has rows in the report with one of its conditions switched off. */
export function hasRowsWithout(off: Name | null, filter: OracleFilter, majorKey: number): boolean {
  if (off === 'asOfTerm') return reportOracle(filter, { majorKey, majorTerm: '' }).length > 0;
  const others = Object.fromEntries(Object.entries(filter).filter(([name]) => name !== off));
  return reportOracle(others, { majorKey }).length > 0;
}

/**
 * The groups of filters that exclude a major of the sample data from the report, found by running the report with one of its
 * conditions at a time: those by which alone it has no row, and, if its degrees meet each of the others but no degree meets
 * all, these others. Whether the major itself is in effect is the condition of the term.
 */
export function exclusionsOracle(filter: OracleFilter, majorKey: number): string[][] {
  const hasRows = (names: readonly Name[], majorTerm = '') =>
    reportOracle(only(filter, names), { majorKey, majorTerm }).length > 0;
  const alone = namesIn(filter).filter(
    (name) => !hasRows([name], name === 'asOfTerm' ? filter.asOfTerm : ''),
  );
  const others = namesIn(filter).filter((name) => ofDegree.includes(name) && !alone.includes(name));
  return [...alone.map((name) => [name]), ...(hasRows(others) ? [] : [others])];
}
