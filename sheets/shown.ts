import { format, isDateFormat, isPercentFormat, isValidFormat } from 'numfmt';

/** The formats that a workbook may use by ID only, as Excel shows them in the United States. */
const builtIn: Record<number, string> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  5: '$#,##0_);($#,##0)',
  6: '$#,##0_);[Red]($#,##0)',
  7: '$#,##0.00_);($#,##0.00)',
  8: '$#,##0.00_);[Red]($#,##0.00)',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  12: '# ?/?',
  13: '# ??/??',
  14: 'm/d/yyyy',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'm/d/yyyy h:mm',
  37: '#,##0_);(#,##0)',
  38: '#,##0_);[Red](#,##0)',
  39: '#,##0.00_);(#,##0.00)',
  40: '#,##0.00_);[Red](#,##0.00)',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss.0',
  48: '##0.0E+0',
  49: '@',
  // Dates of Chinese, Japanese and Korean calendars, which Excel shows like this in the United States.
  ...Object.fromEntries([27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58].map((id) => [id, 'm/d/yyyy'])),
};

const GENERAL = 'General';
const TEXT = '@';
/** The limit of Excel. A longer format would only cost time. */
const LONGEST_FORMAT = 255;
/** The number of days between the two epochs of workbooks, 1900 and 1904. */
const FROM_1904 = 1462;
const ELAPSED = /\[(h+|m+|s+)\]/i;
const options = { locale: 'en-US', throws: false, dateErrorNumber: false, dateSpanLarge: false } as const;

/** The display of the cells with one format. */
export interface NumberFormat {
  /** The shown text of a number or text, with the padding that aligns columns. */
  show: (value: number | string) => string;
  /** Whether a number is shown as a number: not as a date, a time or a percentage. */
  isNumber: boolean;
}

/**
 * The display of the cells with a format. `code` is the workbook's definition of the format `id`, if any. An unknown or
 * invalid format is 'General'.
 */
export function formatOf(id: number, code: string | undefined, is1904: boolean): NumberFormat {
  const wanted = code ?? builtIn[id] ?? GENERAL;
  const pattern = wanted.length <= LONGEST_FORMAT && isValidFormat(wanted) ? wanted : GENERAL;
  const isDate = isDateFormat(pattern);
  const shift = is1904 && isDate && !ELAPSED.test(pattern) ? FROM_1904 : 0;
  const showsTexts = pattern !== GENERAL && pattern !== TEXT;
  return {
    show: (value) => {
      if (typeof value === 'number') return format(pattern, value + shift, options);
      return showsTexts ? format(pattern, value, options) : value;
    },
    isNumber: !isDate && !isPercentFormat(pattern),
  };
}

const UNIX_EPOCH = 25_569;
const DAY = 86_400_000;
const ISO = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?)?Z?$/;

/** The serial number, counted from 1900, of a date and time in ISO 8601; undefined for any other text. */
export function serialOf(text: string): number | undefined {
  const time = ISO.test(text)
    ? Date.parse(text.endsWith('Z') || text.length === 10 ? text : `${text}Z`)
    : NaN;
  return Number.isNaN(time) ? undefined : time / DAY + UNIX_EPOCH;
}
