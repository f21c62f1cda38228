import type { ProgramGroup } from '../../contract/programs.ts';

/** Identifies a group. */
export const keyOf = ({ cipCode, programCredLevel }: ProgramGroup) => `${cipCode} ${programCredLevel}`;
