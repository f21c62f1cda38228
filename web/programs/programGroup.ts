import type { ProgramGroup } from '../../contract/programs.ts';

export type Program = ProgramGroup['programs'][number];
export type Change = NonNullable<ProgramGroup['change']>;

/** Identifies a group. */
export const keyOf = ({ cipCode, programCredLevel }: ProgramGroup) => `${cipCode} ${programCredLevel}`;
