import { degreeForm } from '../degree.ts';
import { type Form, factsOfForm } from '../form.ts';
import type { Program, ProgramGroup } from '../programs.ts';
import { programForm } from '../relationships.ts';
import { type DataColumn, fieldColumn } from './dataColumn.ts';

/** The kind of change of a group or a program from an earlier term. */
export type Change = NonNullable<ProgramGroup['change']>;

/** The label of a field's value: '03 Bachelor's degree' of '03'. */
export const labelIn = (form: Form, field: string, value: string | null): string | null =>
  factsOfForm(form)[field]?.options?.find((option) => option.value === value)?.label ?? value;

export const levelText = ({ programCredLevel }: Pick<ProgramGroup, 'programCredLevel'>): string | null =>
  labelIn(degreeForm, 'programCredLevel', programCredLevel);

export const indicatorText = ({ specProgIndctr }: Pick<Program, 'specProgIndctr'>): string | null =>
  labelIn(programForm, 'specProgIndctr', specProgIndctr);

/** The label of each change, in the order of the chips. */
export const changeTexts: Readonly<Record<Change, string>> = {
  new: 'New',
  changed: 'Changed',
  ended: 'Ended',
};

/** The change of a group or of a program. */
export const changeText = ({ change }: Pick<ProgramGroup, 'change'>): string | null =>
  change && changeTexts[change];

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

/** A line of a file: a program in its group, with the change of the program. */
export type ProgramLine = Program &
  Ends &
  Pick<ProgramGroup, 'cipCode' | 'cipTitle' | 'programCredLevel' | 'change'>;

/** The line of a program in a group. `awards` are those that its label may begin with. */
export const programLine = (
  { cipCode, cipTitle, programCredLevel }: ProgramGroup,
  program: Program,
  awards: readonly string[],
  change: Change | null,
): ProgramLine => ({
  ...program,
  ...endsOf(program.label, awards),
  cipCode,
  cipTitle,
  programCredLevel,
  change,
});

const CIP_YEAR = 2020;
/** The unit of the published length of a program. */
const MEASURE = 'Years';

/** First the identity of a program in federal reporting. Lengths are exactly as stored. */
export const programLineColumns: readonly DataColumn<ProgramLine>[] = [
  fieldColumn('cipCode', 'CIP Code'),
  { id: 'cipYear', header: 'CIP Year', value: ({ cipTitle }) => (cipTitle === null ? null : CIP_YEAR) },
  fieldColumn('cipTitle', 'CIP Title'),
  { id: 'programCredLevel', header: 'Credential Level', value: levelText },
  fieldColumn('programLengthYrs', 'Length'),
  {
    id: 'measure',
    header: 'Measure',
    value: ({ programLengthYrs }) => (programLengthYrs === null ? null : MEASURE),
  },
  fieldColumn('acadYrInstrWks', 'Weeks'),
  fieldColumn('award', 'Award'),
  fieldColumn('major', 'Major'),
  fieldColumn('degree', 'Degree'),
  fieldColumn('programLengthQtrs', 'Quarters'),
  { id: 'specProgIndctr', header: 'Special Program Indicator', value: indicatorText },
  fieldColumn('selfSuppPgm', 'Self-Supporting'),
  { id: 'change', header: 'Change', value: changeText },
];

/** The fields of a program that its files have only if they are chosen. */
export const otherProgramLineColumns: readonly DataColumn<ProgramLine>[] = [
  fieldColumn('majorKey', 'Major Key'),
  fieldColumn('degreeKey', 'Degree Key'),
  fieldColumn('label', 'Program'),
];
