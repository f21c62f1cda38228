import { existsSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import Papa from 'papaparse';
import { columnOf, refusedRows, sentenceOf } from '../../../intake/proposed.ts';
import { guarded } from '../../../sheets/guard.ts';
import { refusedFileOf } from './importFiles.ts';
import type { ReadFile } from './readFiles.ts';
import type { EvaluatedEntry } from './saveImport.ts';

/** Sentences about the rows of a file, by their numbers. */
export type Reasons = ReadonlyMap<ReadFile, ReadonlyMap<number, readonly string[]>>;

/** The errors of rows, with the row numbers and columns of their files. */
export function reasonsOf(evaluated: readonly EvaluatedEntry[]): Reasons {
  return sentencesBy(evaluated, ({ entry: { from, number }, errors }, places) =>
    errors.map(({ field = '', message }) => {
      const column = columnOf(from.intake, field);
      return `Row ${number}${column === null ? '' : `, ${column}`}: ${sentenceOf(places, message)}.`;
    }),
  );
}

/** The warnings to confirm, with the row numbers of their files. */
export const warningsOf = (evaluated: readonly EvaluatedEntry[]): Reasons =>
  sentencesBy(evaluated, ({ entry: { number }, warnings }, places) =>
    warnings.map((warning) => `Row ${number}: ${sentenceOf(places, warning)}`),
  );

function sentencesBy(
  evaluated: readonly EvaluatedEntry[],
  sentences: (entry: EvaluatedEntry, places: readonly (number | string)[]) => string[],
): Reasons {
  const files = new Set(evaluated.map(({ entry }) => entry.from));
  const places = evaluated.map(({ entry: { from, number } }) =>
    files.size > 1 ? `${number} of ${basename(from.file)}` : number,
  );
  const byFile = new Map<ReadFile, Map<number, readonly string[]>>();
  for (const evaluatedEntry of evaluated) {
    const messages = sentences(evaluatedEntry, places);
    if (messages.length === 0) continue;
    const { from, number } = evaluatedEntry.entry;
    const byRow = byFile.get(from) ?? new Map<number, readonly string[]>();
    byFile.set(from, byRow.set(number, messages));
  }
  return byFile;
}

/** Merges sentences about rows. */
export function together(first: Reasons, second: Reasons): Reasons {
  const all = new Map([...first].map(([file, rows]) => [file, new Map(rows)]));
  for (const [file, rows] of second) {
    const byRow = all.get(file) ?? new Map<number, readonly string[]>();
    for (const [number, messages] of rows) byRow.set(number, [...(byRow.get(number) ?? []), ...messages]);
    all.set(file, byRow);
  }
  return all;
}

/** All sentences about files and their rows. */
export const linesOf = (files: readonly ReadFile[], reasons: Reasons): string[] => [
  ...files.flatMap(({ file, intake: { problems, rows } }) =>
    [...problems, ...rows.flatMap((row) => row.problems)].map(
      ({ message }) => `${basename(file)}: ${message}`,
    ),
  ),
  ...linesOfReasons(reasons),
];

/** Sentences about rows, with their files. */
export const linesOfReasons = (reasons: Reasons): string[] =>
  [...reasons].flatMap(([{ file }, rows]) =>
    [...rows.values()].flat().map((message) => `${basename(file)}: ${message}`),
  );

/**
 * Writes the rows with errors of each file to a file beside it, with a column for the reasons, and returns the names of the
 * new files. It never overwrites a file of an earlier import, but adds a number to the name.
 */
export function writeRefused(files: readonly ReadFile[], reasons: Reasons): string[] {
  return files.flatMap((from) => {
    const { header, rows } = refusedRows(from.intake, reasons.get(from));
    if (rows.length === 0) return [];
    const csv = Papa.unparse([header, ...rows].map((cells) => cells.map(guarded)));
    const name = freeName(from.file);
    writeFileSync(name, `\uFEFF${csv}\r\n`, { flag: 'wx', mode: 0o600 });
    return [name];
  });
}

function freeName(file: string): string {
  for (let number = 1; ; number += 1) {
    const name = refusedFileOf(number === 1 ? file : `${file}.${number}`);
    if (!existsSync(name)) return name;
  }
}
