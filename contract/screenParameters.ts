import { reportFilter } from './report.ts';
import { VIEW, type ViewScreen } from './viewScreens.ts';

/** The parameter of a report filter. The filter for a term has the same parameter as on other screens. */
export const parameterOfFilter = (name: string) => (name === 'asOfTerm' ? 'asOf' : name);

/** Filter, order, page and page size of a table, and its columns. */
const table = ['q', 'sort', 'page', 'size', 'cols'] as const;
const list = [...table, 'asOf'] as const;
const listWithCodes = [...list, 'codes'] as const;

/** The names that the address of each screen uses, besides the name of its view (contract 11). */
export const screenParameters = {
  report: [...Object.keys(reportFilter.fields).map(parameterOfFilter), 'run', 'extended', ...table],
  school: listWithCodes,
  degree: list,
  department: listWithCodes,
  major: listWithCodes,
  majorDegree: listWithCodes,
  changes: ['person', 'kind', 'action', 'origin', 'from', 'to', 'q', 'requestId'],
  differences: ['from', 'to', 'kind', 'between'],
} as const satisfies Record<ViewScreen, readonly string[]>;

/** The names of the address of the programs, which can have no view. */
export const programParameters = [...list, 'since', 'change'] as const;

/** The names of the address of the terms and award types, which can have no view. */
export const lookupParameters = ['q', 'sort', 'page', 'size'] as const;

/** All names that a screen knows, so that it does not report them as ignored. */
export const knownParameters = (screen: ViewScreen): readonly string[] => [...screenParameters[screen], VIEW];

/** The names that a view of a screen keeps: all but the page and its size. */
export const viewParameters = (screen: ViewScreen): readonly string[] =>
  screenParameters[screen].filter((name) => name !== 'page' && name !== 'size');
