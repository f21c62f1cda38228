import type { Change } from '../../contract/columns/columnsOfPrograms.ts';
import type { Value } from '../../contract/columns/dataColumn.ts';
import type { Program, ProgramGroup } from '../../contract/programs.ts';
import { keyOf } from './programGroup.ts';

/** The values of a program that can differ between two terms. */
const comparedFields = [
  'programLengthYrs',
  'programLengthQtrs',
  'acadYrInstrWks',
  'specProgIndctr',
  'selfSuppPgm',
] as const;

/** A value of a program in the earlier term and in the later one. */
export interface Difference {
  field: (typeof comparedFields)[number];
  before: Value;
  after: Value;
}

/** A program of either term. An ended one has the values of the earlier term. */
export interface ComparedProgram extends Program {
  change: Change | null;
  /** Only of a changed program. */
  differences: readonly Difference[];
}

/** A group with the programs of both terms. `programs` and `awards` are those of the later term. */
export interface ComparedGroup extends ProgramGroup {
  compared: readonly ComparedProgram[];
  /** The awards of both terms. */
  allAwards: readonly string[];
}

/** Compares the programs of each group with those of an earlier term, by pair. With null nothing has a change. */
export function compareGroups(
  groups: readonly ProgramGroup[],
  earlier: readonly ProgramGroup[] | null,
): ComparedGroup[] {
  const before = new Map(earlier?.map((group) => [keyOf(group), group]));
  return groups.map((group) => {
    const old = before.get(keyOf(group));
    return {
      ...group,
      compared: earlier
        ? comparePrograms(group.programs, old?.programs ?? [])
        : group.programs.map((program) => ({ ...program, change: null, differences: [] })),
      allAwards: [...new Set([...group.awards, ...(old?.awards ?? [])])],
    };
  });
}

function comparePrograms(after: readonly Program[], before: readonly Program[]): ComparedProgram[] {
  const old = new Map(before.map((program) => [pairOf(program), program]));
  const current = after.map((program): ComparedProgram => {
    const was = old.get(pairOf(program));
    old.delete(pairOf(program));
    if (!was) return { ...program, change: 'new', differences: [] };
    const differences = comparedFields
      .filter((field) => program[field] !== was[field])
      .map((field): Difference => ({ field, before: was[field], after: program[field] }));
    return { ...program, change: differences.length > 0 ? 'changed' : null, differences };
  });
  const ended = [...old.values()].map(
    (program): ComparedProgram => ({ ...program, change: 'ended', differences: [] }),
  );
  return ended.length === 0 ? current : [...current, ...ended].toSorted(byLabel);
}

const pairOf = ({ majorKey, degreeKey }: Program) => `${majorKey}/${degreeKey}`;

/** The order of the response. */
const byLabel = (one: Program, other: Program) =>
  Number(one.label > other.label) - Number(one.label < other.label) ||
  one.majorKey - other.majorKey ||
  one.degreeKey - other.degreeKey;
