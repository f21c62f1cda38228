import { readTime } from '../../contract/time.ts';
import { textParameter } from './textParameter.ts';

/** A time in a query, in UTC, with or without milliseconds. */
const time = (description: string) =>
  textParameter(readTime, 'Not a time', { type: 'string', format: 'date-time', description });

/** The two times of a query: the first is inclusive, the second exclusive. */
export const fromTime = time('Changes at this time or later.');
export const toTime = time('Changes before this time.');
