import { changeText, indicatorText, labelIn } from '../../contract/columns/columnsOfPrograms.ts';
import { textOf, type Value } from '../../contract/columns/dataColumn.ts';
import type { Program, ProgramGroup } from '../../contract/programs.ts';
import { programForm } from '../../contract/relationships.ts';
import { counted } from '../lib/counted.ts';
import type { ComparedProgram, Difference } from './compareGroups.ts';

/** The title of a code, or what is missing. */
export const titleText = ({ cipCode, cipTitle }: ProgramGroup): string =>
  cipTitle ?? (cipCode === null ? 'No CIP code' : 'Not in CIP 2020');

const differenceLabels: Readonly<Record<Difference['field'], string>> = {
  programLengthYrs: 'Years',
  programLengthQtrs: 'Quarters',
  acadYrInstrWks: 'Weeks',
  specProgIndctr: 'Special Program Indicator',
  selfSuppPgm: 'Self-Supporting',
};

/** The change of a program with what differs: 'Changed: Weeks 30 → 28, Self-Supporting No → Yes'. */
export function markText(program: ComparedProgram): string | null {
  const differences = program.differences.map(({ field, before, after }) => {
    const inWords = (value: Value) =>
      value === null
        ? 'none'
        : textOf(field === 'specProgIndctr' ? labelIn(programForm, field, String(value)) : value);
    return `${differenceLabels[field]} ${inWords(before)} → ${inWords(after)}`;
  });
  const text = changeText(program);
  return text === null || differences.length === 0 ? text : `${text}: ${differences.join(', ')}`;
}

/** '1 year', '4.25 years'; nothing for null. */
const amount = (value: number | null, unit: string): string[] =>
  value === null ? [] : [counted(value, unit)];

/** '4 years · 12 quarters · 30 weeks per year · N Not Applicable · Self-supporting'. Without the values that are missing. */
export function programText(program: Program): string {
  const { programLengthYrs, programLengthQtrs, acadYrInstrWks, selfSuppPgm } = program;
  return [
    ...amount(programLengthYrs, 'year'),
    ...amount(programLengthQtrs, 'quarter'),
    ...amount(acadYrInstrWks, 'week').map((weeks) => `${weeks} per year`),
    ...[indicatorText(program) ?? []].flat(),
    ...(selfSuppPgm ? ['Self-supporting'] : []),
  ].join(' · ');
}

/** '212 groups, 348 programs', and with an earlier term '; 3 new, 5 changed, 1 ended'. Ended groups are no longer counted. */
export function totalsText(groups: readonly ProgramGroup[], isCompared: boolean): string {
  const current = groups.filter(({ change }) => change !== 'ended').length;
  const programs = groups.reduce((total, group) => total + group.programs.length, 0);
  const changes = (['new', 'changed', 'ended'] as const).map(
    (kind) => `${groups.filter(({ change }) => change === kind).length.toLocaleString('en-US')} ${kind}`,
  );
  return `${counted(current, 'group')}, ${counted(programs, 'program')}${isCompared ? `; ${changes.join(', ')}` : ''}`;
}
