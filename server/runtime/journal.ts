import { fstatSync } from 'node:fs';

/** The priority that the journal of systemd reads at the beginning of a line, for a level of the log. */
const priorities = [
  [60, 2],
  [50, 3],
  [40, 4],
  [30, 6],
  [0, 7],
] as const;

/** The levels of the log that messages without a request have. */
export const levels = { error: 50, warn: 40, info: 30 } as const;

/** Whether the journal of systemd receives a stream of this process, directly. */
function isJournal(descriptor: number): boolean {
  const { dev, ino } = fstatSync(descriptor);
  return process.env.JOURNAL_STREAM === `${dev}:${ino}`;
}

const prefixOf = (level: number) => `<${priorities.find(([least]) => level >= least)?.[1]}>`;

const prefixes = { stdout: isJournal(1), stderr: isJournal(2) };

/** Prints a line, in the journal with the priority of its level. */
export function printLine(stream: 'stdout' | 'stderr', level: number, line: string): void {
  process[stream].write(`${prefixes[stream] ? prefixOf(level) : ''}${line}\n`);
}

/** The stream of the log. Undefined if it is not for the journal: then the log needs none. */
export const journalStream = prefixes.stdout
  ? {
      // The logger sets the level of each line before it writes.
      [Symbol.for('pino.metadata')]: true,
      lastLevel: 0,
      write(line: string) {
        process.stdout.write(prefixOf(this.lastLevel) + line);
      },
    }
  : undefined;
