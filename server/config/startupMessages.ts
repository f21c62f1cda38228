import { hostname } from 'node:os';
import type { Config } from './config.ts';

/**
 * Says on standard output what a start is doing, before there is a log: as a sentence, and in production as a line like
 * those of the log.
 */
export function startupReporter({ production, logLevel }: Config): (sentence: string) => void {
  if (!production) return (sentence) => console.log(sentence);
  if (!['info', 'debug', 'trace'].includes(logLevel)) return () => {};
  const line = { level: 30, pid: process.pid, hostname: hostname() };
  return (msg) => console.log(JSON.stringify({ ...line, time: Date.now(), msg }));
}
