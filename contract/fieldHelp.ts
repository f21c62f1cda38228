import type { DegreeForm } from './degree.ts';
import type { MajorForm } from './major.ts';
import type { ProgramForm } from './relationships.ts';

/** What a field officially means, and where that is written. */
export interface FieldHelp {
  text: string;
  source: string;
}

const NSLDS = 'NSLDS Enrollment Reporting Guide';
const OFFICE = 'The office’s own records';

const active: FieldHelp = {
  text: 'The office’s own switch. It may be on although an item has ended: start and end determine what is in effect.',
  source: OFFICE,
};
const complete: FieldHelp = { text: 'The office has everything that it needs on this item.', source: OFFICE };

/**
 * The fields with an official meaning, by their names in forms and responses. Shown beside each field, and part of its
 * description in OpenAPI (contract 12).
 */
export const fieldHelp = {
  majorSegment: {
    text: 'The level of the students: U is undergraduate and G is graduate. M is used as the office defines it.',
    source: OFFICE,
  },
  academicYearApproved: {
    text: 'The academic year in which the program was approved, by its first calendar year: 2025 means 2025–26.',
    source: OFFICE,
  },
  ucDiscipline: {
    text: 'The discipline code of the University of California, three digits.',
    source: 'University of California',
  },
  hegisCode: {
    text: 'The older classification that CIP replaced: four digits and up to two more, stored here without the point.',
    source: 'Higher Education General Information Survey, U.S. Department of Education',
  },
  cipCode: {
    text: 'The Classification of Instructional Programs of the U.S. Department of Education, six digits (##.####). CIP 2020 is the current edition. The next one is due in 2030.',
    source: 'National Center for Education Statistics, CIP 2020',
  },
  complete,
  active,
  programCredLevel: {
    text: 'The level at which NSLDS records the program. Level 05 is a master’s degree, 08 a graduate certificate, and 99 preparatory coursework or teacher certification. The list names the other levels.',
    source: NSLDS,
  },
  degreeComplete: complete,
  degreeActive: active,
  programLengthYrs: {
    text: 'The published length of the program. The federal measure counts years, months or weeks.',
    source: `${NSLDS}; 34 CFR 668.41`,
  },
  programLengthQtrs: {
    text: 'The published length of the program, in quarters. Quarters are the office’s own measure: the federal one counts years, months or weeks.',
    source: `${NSLDS}; 34 CFR 668.41`,
  },
  acadYrInstrWks: {
    text: 'The weeks of instruction in the Title IV academic year. A program in credit hours has at least 30.',
    source: 'Title IV of the Higher Education Act; 34 CFR 668.3',
  },
  specProgIndctr: {
    text: 'Part of the program-level reporting to NSLDS. Nearly all programs have N. P and U are preparatory coursework, and T is teacher certification without a credential. The rules behind A and B were repealed in 2021.',
    source: `${NSLDS}; 86 FR 31438`,
  },
  selfSuppPgm: {
    text: 'A graduate professional program without state funds.',
    source: 'University of California Office of the President, policy on self-supporting programs',
  },
} as const satisfies Partial<Record<keyof (MajorForm & DegreeForm & ProgramForm), FieldHelp>>;

/** The help for a field, by the last part of its path; undefined if its label says it all. */
export const helpFor = (name: string): FieldHelp | undefined =>
  Object.hasOwn(fieldHelp, name) ? fieldHelp[name as keyof typeof fieldHelp] : undefined;
