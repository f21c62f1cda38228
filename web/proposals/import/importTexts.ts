import { type ImportMapping, importKinds } from '../../../contract/importMappings.ts';
import type { Intake } from '../../../intake/intake.ts';
import { kindText } from '../../history/changesPage/changeWords.ts';
import { counted } from '../../lib/counted.ts';
import { dayOf } from '../../lib/days.ts';
import { dayText } from '../../lib/time.ts';
import type { Outline } from './fileWorker.ts';
import type { OpenFile } from './openFile.ts';

// What the import screen asks and reports about the columns of a file.

export const NOT_KEPT =
  'The browser cannot keep this file. If you leave or reload the page, you start again.';

/** The kinds of data that a file can have, as options. */
export const kindOptions = importKinds.map((value) => ({ value, label: kindText(value) }));

/**
 * The columns that the user has to look at: those whose field is a guess, and all others if fewer than half of the columns
 * match. Nobody has matched them yet.
 */
export function unconfirmed({ columns }: Intake, matching: Readonly<Record<string, string>>) {
  const named = columns.filter(({ isNamed }) => isNamed);
  const open = named.filter(({ header }) => !Object.hasOwn(matching, header));
  const areFew = named.filter(({ id }) => id !== null).length * 2 < named.length;
  return open.filter(({ isGuess }) => isGuess || areFew);
}

/** What the user has to decide about the columns. */
export function questionOf(outline: Outline | undefined, kind: string, open: number): string | undefined {
  const fit = outline?.recognized.find((one) => one.kind === kind);
  if (kind === '') return 'The columns do not show the kind of data. Choose it.';
  if (fit && !fit.isLikely)
    return `Only ${fit.matched} of ${fit.columns} columns match ${kindText(kind)}. Check the kind of data and the fields.`;
  if (open === 0) return undefined;
  return open === 1 ? 'One field is a guess. Check it.' : `${open} fields are guesses. Check them.`;
}

/** 'The columns are matched as by registrar on Nov 27, 2026.' */
export const memoryText = ({ lastModified, lastModifiedBy }: ImportMapping) =>
  `The columns are matched as by ${lastModifiedBy} on ${dayText(dayOf(lastModified))}.`;

/** 'Majors from majors.xlsx, sheet Sheet1, 293 rows, 11 of 12 columns'. */
export function aboutOf({ name, sheets, sheet }: OpenFile, kind: string, intake: Intake | undefined): string {
  const from = kind ? `${kindText(kind)} from ${name}` : name;
  const sheetText = sheets.length > 1 ? [`sheet ${sheets[sheet]?.name ?? ''}`] : [];
  if (!intake) return [from, ...sheetText].join(', ');
  const matched = intake.columns.filter(({ id }) => id !== null).length;
  return [
    from,
    ...sheetText,
    counted(intake.rows.length, 'row'),
    `${matched} of ${intake.columns.length} columns`,
  ].join(', ');
}
