import type { Column } from '../ui/table/column.ts';
import type { ComparedGroup, ComparedProgram } from './compareGroups.ts';
import { changeText, indicatorText, levelText } from './programTexts.ts';

/** A line of the downloads: a program in its group. */
interface Line {
  group: ComparedGroup;
  program: ComparedProgram;
  ends: Ends;
}

/** The two ends of a program, by their labels. */
interface Ends {
  award: string | null;
  major: string | null;
  degree: string | null;
}

const DASH = ' – ';

/** Splits the label of a program. A title may contain the dash too: the label of a degree begins with its award. */
export function endsOf(label: string, awards: readonly string[]): Ends {
  const longestFirst = awards.toSorted((one, other) => other.length - one.length);
  for (let at = label.indexOf(DASH); at >= 0; at = label.indexOf(DASH, at + 1)) {
    const degree = label.slice(at + DASH.length);
    const award = longestFirst.find((one) => degree.startsWith(`${one} `));
    if (award !== undefined) return { award, major: label.slice(0, at), degree };
  }
  return { award: null, major: label, degree: null };
}

/** One line per program, those that ended included. */
export const linesOf = (groups: readonly ComparedGroup[]): Line[] =>
  groups.flatMap((group) =>
    group.compared.map((program) => ({ group, program, ends: endsOf(program.label, group.allAwards) })),
  );

const CIP_YEAR = 2020;
/** The unit of the published length of a program. */
const MEASURE = 'Years';

/** First the identity of a program in federal reporting. Lengths are exactly as stored. */
export const lineColumns: readonly Column<Line>[] = [
  { id: 'cipCode', header: 'CIP Code', value: ({ group }) => group.cipCode },
  { id: 'cipYear', header: 'CIP Year', value: ({ group }) => (group.cipTitle === null ? null : CIP_YEAR) },
  { id: 'cipTitle', header: 'CIP Title', value: ({ group }) => group.cipTitle },
  { id: 'programCredLevel', header: 'Credential Level', value: ({ group }) => levelText(group) },
  { id: 'length', header: 'Length', value: ({ program }) => program.programLengthYrs },
  {
    id: 'measure',
    header: 'Measure',
    value: ({ program }) => (program.programLengthYrs === null ? null : MEASURE),
  },
  { id: 'weeks', header: 'Weeks', value: ({ program }) => program.acadYrInstrWks },
  { id: 'award', header: 'Award', value: ({ ends }) => ends.award },
  { id: 'major', header: 'Major', value: ({ ends }) => ends.major },
  { id: 'degree', header: 'Degree', value: ({ ends }) => ends.degree },
  { id: 'quarters', header: 'Quarters', value: ({ program }) => program.programLengthQtrs },
  {
    id: 'indicator',
    header: 'Special Program Indicator',
    value: ({ program }) => indicatorText(program),
  },
  { id: 'selfSuppPgm', header: 'Self-Supporting', value: ({ program }) => program.selfSuppPgm },
  { id: 'change', header: 'Change', value: ({ program }) => changeText(program) },
];
