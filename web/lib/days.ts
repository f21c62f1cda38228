import { calendarOf } from './calendar.ts';
import { timeZone } from './timeZone.ts';

/** The days of the university's time zone (contract 10). */
export const { startOfDay, endOfDay, dayOf } = calendarOf(timeZone);

export const isDay = (text: string) => startOfDay(text) !== null;
