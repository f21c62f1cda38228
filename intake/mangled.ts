import type { Cell } from './intake.ts';
import { hasControl } from './words.ts';

// Values that a spreadsheet has changed after the user typed them.

const MONTH = '(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*';
const DATES = [
  /^\d{4}[-/.]\d{1,2}[-/.]\d{1,2}([ T]\d{1,2}:\d{2}.*)?$/,
  /^\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}([ T]\d{1,2}:\d{2}.*)?$/,
  new RegExp(`^\\d{1,2}[- ]${MONTH}([- ,]+\\d{2,4})?$`, 'i'),
  new RegExp(`^${MONTH}[- ]\\d{1,4}([ ,]+\\d{4})?$`, 'i'),
];

/** Whether a text is a date: '9/25/2025', '2025-09-25', '25-Sep', 'Sep-25'. */
export const isDate = (text: string): boolean => DATES.some((date) => date.test(text));

/** Whether a text is a number in scientific notation: '1.00E+05'. */
export const isPower = (text: string): boolean => /^\d(\.\d+)?E[+-]\d+$/i.test(text);

/** In any language: '#REF!', '#BEZUG!'. */
const ERRORS = /^#(N\/A|NV|GETTING_DATA|\p{Lu}{3,}(\/0)?[!?])$/u;

/** The error of a cell that does not depend on its column; undefined if there is none. */
export function faultOf({ stored, fault }: Cell, text: string): string | undefined {
  if (fault !== undefined) return fault;
  if (hasControl(text)) return 'has an invisible control character. Type the value again';
  if (stored?.startsWith('='))
    return 'is a formula without a result. Open the file in a spreadsheet and save it again, or type the value';
  if (ERRORS.test(text)) return 'is a formula error. Type the value instead';
  if (/^#{2,}$/.test(text))
    return 'comes from a column that is too narrow. Make the column wider, and copy it again';
  if (text.includes('\uFFFD'))
    return 'has letters that were lost when it was saved (\uFFFD). Type them again, or save the file as .xlsx';
  return undefined;
}
