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

/** Why the server refuses rows, in words of their files. */
export function reasonsOf(evaluated: readonly EvaluatedEntry[]): Reasons {
  return sentencesBy(evaluated, ({ entry: { from, number }, errors }, places) =>
    errors.map(({ field = '', message }) => {
      const column = columnOf(from.intake, field);
      return `Row ${number}${column === null ? '' : `, ${column}`}: ${sentenceOf(places, message)}.`;
    }),
  );
}

/** What is to be confirmed, in words of their files. */
export const warningsOf = (evaluated: readonly EvaluatedEntry[]): Reasons =>
  sentencesBy(evaluated, ({ entry: { number }, warnings }, places) =>
    warnings.map((warning) => `Row ${number}: ${sentenceOf(places, warning)}`),
  );

function sentencesBy(
  evaluated: readonly EvaluatedEntry[],
  sentences: (one: EvaluatedEntry, places: readonly (number | string)[]) => string[],
): Reasons {
  const files = new Set(evaluated.map(({ entry }) => entry.from));
  const places = evaluated.map(({ entry: { from, number } }) =>
    files.size > 1 ? `${number} of ${basename(from.file)}` : number,
  );
  const by = new Map<ReadFile, Map<number, readonly string[]>>();
  for (const one of evaluated) {
    const messages = sentences(one, places);
    if (messages.length === 0) continue;
    const { from, number } = one.entry;
    const own = by.get(from) ?? new Map<number, readonly string[]>();
    by.set(from, own.set(number, messages));
  }
  return by;
}

/** Adds sentences to others. */
export function together(one: Reasons, other: Reasons): Reasons {
  const all = new Map([...one].map(([file, rows]) => [file, new Map(rows)]));
  for (const [file, rows] of other) {
    const own = all.get(file) ?? new Map<number, readonly string[]>();
    for (const [number, messages] of rows) own.set(number, [...(own.get(number) ?? []), ...messages]);
    all.set(file, own);
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
    [...rows.values()].flat().map((messages) => `${basename(file)}: ${messages}`),
  );

/**
 * Writes the refused rows of each file beside it, with a column that says why, and returns the names of the new files. What
 * an earlier import has written under such a name is kept: a number is added.
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
