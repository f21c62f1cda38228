import { hostname } from 'node:os';
import type { Config } from './config.ts';

/**
 * Reports the progress of a start on standard output, before there is a log: as a sentence or, in production, as a line in
 * the format of the log.
 */
export function startupReporter({ production, logLevel }: Config): (sentence: string) => void {
  if (!production) return (sentence) => console.log(sentence);
  if (!['info', 'debug', 'trace'].includes(logLevel)) return () => {};
  const line = { level: 30, pid: process.pid, hostname: hostname() };
  return (msg) => console.log(JSON.stringify({ ...line, time: Date.now(), msg }));
}
