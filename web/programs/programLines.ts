import { type ProgramLine, programLine } from '../../contract/columns/columnsOfPrograms.ts';
import type { ComparedGroup } from './compareGroups.ts';

/** One line per program, those that ended included. */
export const linesOf = (groups: readonly ComparedGroup[]): ProgramLine[] =>
  groups.flatMap((group) =>
    group.compared.map((program) => programLine(group, program, group.allAwards, program.change)),
  );
