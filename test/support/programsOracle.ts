import type { CipCode, ProgramGroup } from '../../contract/programs.ts';
import { sampleInEffect, sampleRows } from './asOfOracle.ts';

const byKey = (file: string, key: string) => new Map(sampleRows(file).map((row) => [row[key], row]));
const majors = byKey('majors', 'majorKey');
const degrees = byKey('degrees', 'degreeKey');

/** The CIP codes of the sample data. */
export const sampleCipCodes = sampleRows('cip2020') as unknown as CipCode[];
const titles = new Map(sampleCipCodes.map(({ code, title }) => [code, title]));

const textOf = (value = '') => value || null;
const numberOf = (value = '') => (value === '' ? null : Number(value));
const flagOf = (value = '') => (value === '' ? null : value === 'true');

/** Compares by code point; null is last. */
const compare = (one: string | null, other: string | null) =>
  one === null || other === null
    ? Number(one === null) - Number(other === null)
    : Buffer.compare(Buffer.from(one), Buffer.from(other));

/** The groups of programs of the sample data in a term (contract 12), read from the CSV files. */
function groupsIn(term: string): ProgramGroup[] {
  const rows = sampleInEffect('majorDegree', term).map((row) => {
    const [major = {}, degree = {}] = [majors.get(row.majorKey), degrees.get(row.degreeKey)];
    const labels = [
      [major.majorCode, major.majorSegment, major.title20],
      [degree.degreeAwarded, degree.degreeTitleRc],
    ];
    return {
      cipCode: textOf(major.cipCode),
      programCredLevel: textOf(degree.programCredLevel),
      award: degree.degreeAwarded ?? '',
      program: {
        majorKey: Number(row.majorKey),
        degreeKey: Number(row.degreeKey),
        label: labels.map((parts) => parts.join(' ')).join(' – '),
        programLengthYrs: numberOf(row.programLengthYrs),
        programLengthQtrs: numberOf(row.programLengthQtrs),
        acadYrInstrWks: numberOf(row.acadYrInstrWks),
        specProgIndctr: textOf(row.specProgIndctr),
        selfSuppPgm: flagOf(row.selfSuppPgm),
      },
    };
  });
  return [...Map.groupBy(rows, keyOf).values()].map((ofGroup): ProgramGroup => {
    const { cipCode = null, programCredLevel = null } = ofGroup[0] ?? {};
    return {
      cipCode,
      cipTitle: titles.get(cipCode ?? '') ?? null,
      programCredLevel,
      awards: [...new Set(ofGroup.map(({ award }) => award))].toSorted(compare),
      programs: ofGroup
        .map(({ program }) => program)
        .toSorted(
          (a, b) => compare(a.label, b.label) || a.majorKey - b.majorKey || a.degreeKey - b.degreeKey,
        ),
      change: null,
    };
  });
}

const keyOf = ({ cipCode, programCredLevel }: Pick<ProgramGroup, 'cipCode' | 'programCredLevel'>) =>
  `${cipCode} ${programCredLevel}`;

/** The response of `GET /programs` for the sample data. Terms are `yyyyst` codes. */
export function expectedPrograms(asOf: string, since?: string): ProgramGroup[] {
  const current = groupsIn(asOf);
  const earlier = new Map(since === undefined ? [] : groupsIn(since).map((group) => [keyOf(group), group]));
  const compared = current.map((group): ProgramGroup => {
    const old = earlier.get(keyOf(group));
    if (since === undefined) return group;
    // The values of the sample are the same in all terms, and so is the label of a pair.
    const isSame = JSON.stringify(group.programs) === JSON.stringify(old?.programs);
    return { ...group, change: old ? (isSame ? null : 'changed') : 'new' };
  });
  const keys = new Set(current.map(keyOf));
  const ended = [...earlier.values()]
    .filter((group) => !keys.has(keyOf(group)))
    .map((group): ProgramGroup => ({ ...group, awards: [], programs: [], change: 'ended' }));
  return [...compared, ...ended].toSorted(
    (a, b) => compare(a.cipCode, b.cipCode) || compare(a.programCredLevel, b.programCredLevel),
  );
}
