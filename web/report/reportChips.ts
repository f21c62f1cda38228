import { NONE, type ReportFilter } from '../../contract/report.ts';
import { asSent, facts, type Name } from './filterUrl.ts';

/** An active filter, in the words of the office. `without` is the filter without it. */
export interface Chip {
  id: Name;
  label?: string;
  text: string;
  without: Partial<ReportFilter>;
}

/** 'Degree Awarded: BA, PhD', or only the text of a chip without a label. */
export const chipText = ({ label, text }: Chip): string => (label ? `${label}: ${text}` : text);

/** The labels that the form's inputs show for chosen values. */
export interface Wording {
  school: (code: string) => string;
  major: (code: string) => string;
  term: (code: string) => string;
  asOf: (asOf: string) => string;
  time: (iso: string) => string;
}

/** The option for `NONE`. The parenthesis sorts it first. */
export const noSchool = { value: NONE, label: '(No school)' };
export const noDegree = { value: NONE, label: '(No degree)' };

type Flag = Extract<Name, `${string}ctive` | `${string}raduate`>;

/** Two flags that split the same items, and their labels unless both are set. */
const pairs: readonly { flags: readonly [Flag, Flag]; only: readonly [string, string]; none: string }[] = [
  {
    flags: ['majorActive', 'majorInactive'],
    only: ['Active majors only', 'Inactive majors only'],
    none: 'No majors: neither active nor inactive',
  },
  {
    flags: ['underGraduate', 'graduate'],
    only: ['Undergraduate majors only', 'Graduate majors only'],
    none: 'No majors: neither undergraduate nor graduate',
  },
  {
    flags: ['degreeActive', 'degreeInactive'],
    only: ['Active degrees only', 'Inactive degrees only'],
    none: 'No degrees: neither active nor inactive',
  },
];

const asIs = (text: string) => text;

/** The filters that differ from their defaults: codes and texts in the order of the form, then flags. */
export function chipsOf(given: ReportFilter, wording: Wording): Chip[] {
  const filter = asSent(given);
  const chips = [
    isNone(filter.schoolCode)
      ? { id: 'schoolCode' as const, text: 'No school', without: { schoolCode: null } }
      : chip(filter, 'schoolCode', wording.school),
    chip(filter, 'majorCode', wording.major),
    chip(filter, 'majorTitle', asIs),
    chip(filter, 'majorStartTermYyyyst', wording.term),
    chip(filter, 'majorEndTermYyyyst', wording.term),
    awards(filter),
    chip(filter, 'degreeTitleRc', asIs),
    chip(filter, 'degreeStartTermYyyyst', wording.term),
    chip(filter, 'degreeEndTermYyyyst', wording.term),
    // Now is shown as such, not as the term that is sent.
    filter.asOfTerm === null ? null : chip(given, 'asOfTerm', wording.asOf),
    chip(filter, 'knownAt', wording.time),
    ...pairs.map(({ flags: [one, other], only, none }): Chip | null => {
      if (filter[one] && filter[other]) return null;
      const text = filter[one] ? only[0] : filter[other] ? only[1] : none;
      return { id: one, text, without: { [one]: true, [other]: true } };
    }),
  ];
  return chips.filter((one) => one !== null);
}

const isNone = (code: string | null) => code?.toUpperCase() === NONE;

const labeled = (id: Name, text: string): Chip => ({
  id,
  ...(facts[id] ? { label: facts[id].label } : {}),
  text,
  without: { [id]: null },
});

type Text = Exclude<Name, Flag | 'degreeListAwarded'>;

function chip(filter: ReportFilter, name: Text, textOf: (value: string) => string): Chip | null {
  const value = filter[name];
  return value ? labeled(name, textOf(value)) : null;
}

function awards({ degreeListAwarded }: ReportFilter): Chip | null {
  if (!degreeListAwarded) return null;
  if (degreeListAwarded.every((award) => award === NONE))
    return { id: 'degreeListAwarded', text: 'No degree', without: { degreeListAwarded: null } };
  const names = degreeListAwarded.map((award) => (award === NONE ? 'no degree' : award));
  return labeled('degreeListAwarded', names.join(', '));
}
