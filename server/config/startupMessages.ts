import { hostname } from 'node:os';
import { levels, printLine } from '../runtime/journal.ts';
import type { Config } from './config.ts';

/** Reports the progress of a start. */
export type Report = (sentence: string, level?: number) => void;

const LEAST: Readonly<Record<string, number>> = { fatal: 60, error: 50, warn: 40, silent: 100 };

/**
 * Reports the progress of a start on standard output, before there is a log: as a sentence or, in production, as a line in
 * the format of the log.
 */
export function startupReporter({ production, logLevel }: Config): Report {
  if (!production) return (sentence) => console.log(sentence);
  return (msg, level = levels.info) => {
    if (level < (LEAST[logLevel] ?? levels.info)) return;
    const line = { level, pid: process.pid, hostname: hostname(), time: Date.now(), msg };
    printLine('stdout', level, JSON.stringify(line));
  };
}
