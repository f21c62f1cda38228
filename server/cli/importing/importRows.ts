import { basename } from 'node:path';
import { MOST_ROWS } from '../../../contract/proposals.ts';
import { guessesIn } from '../../../intake/header.ts';
import type { Known } from '../../../intake/intake.ts';
import { othersOf } from '../../../intake/others.ts';
import { allOf } from '../../../intake/words.ts';
import type { Db } from '../../db/tables.ts';
import { limits } from '../../runtime/limits.ts';
import { StartupError } from '../../runtime/startupError.ts';
import { knownIn } from './importLookups.ts';
import type { Entry, ReadFile, ReadFiles } from './readFiles.ts';
import {
  linesOf,
  linesOfReasons,
  type Reasons,
  reasonsOf,
  together,
  warningsOf,
  writeRefused,
} from './rowErrors.ts';
import { type EvaluatedEntry, evaluateEntries, keep, save } from './saveImport.ts';

/** The options of an import. */
export interface Wanted {
  title: string;
  reason: string | null;
  isDryRun: boolean;
  onlyGood: boolean;
  isConfirmed: boolean;
}

/** The maximum number of printed sentences, and of printed texts whose meaning differs from their wording. */
const MAX_LINES = 100;
const MAX_OTHERS = 20;

/**
 * Imports the rows that `read` returns, as one change set or not at all, and reports its progress in lines. Throws
 * `StartupError` if a row that must not be skipped has errors, or if a warning or a column that was matched by a similar name is
 * not confirmed. Rows with errors are written to a file beside theirs.
 */
export async function importRows(
  db: Db,
  read: (known: Known) => ReadFiles,
  options: Wanted,
  say: (line: string) => void,
): Promise<void> {
  const catalog = await knownIn(db);
  const { files, entries, isExport = false } = read(catalog);
  for (const { file, intake } of files) {
    say(`${basename(file)}: ${count(intake.rows.length, 'row')}.`);
    const others = othersOf(intake).map(
      ({ header, from, as, count: rows }) => `${header}: “${from}” read as ${as}, in ${count(rows, 'row')}.`,
    );
    for (const note of [...intake.notes, ...firsts(others, MAX_OTHERS)]) say(`${basename(file)}: ${note}`);
  }
  if (entries.length > MOST_ROWS && !isExport)
    throw new StartupError(
      `There are ${count(entries.length, 'row')}, and at most ${MOST_ROWS.toLocaleString('en-US')} are imported at once: import the files one by one, or split them.`,
    );
  const { evaluated, reasons } = await evaluateValid(db, entries, options.onlyGood);
  const refusedFiles = writeRefused(files, reasons);
  for (const line of firsts(linesOf(files, reasons))) say(line);
  for (const name of refusedFiles) say(`Rows with errors: ${name}`);
  const { summary, changed, warned } = countsOf(evaluated, countRefused(files, reasons));
  if (files.some(({ intake }) => intake.problems.length > 0))
    throw new StartupError('Nothing was saved: correct the files, and import them again.');
  say(summary);
  if (refusedFiles.length > 0 && !options.onlyGood)
    throw new StartupError('Nothing was saved: correct the rows with errors, or skip them with --only-good.');
  for (const line of firsts(linesOfReasons(warningsOf(evaluated)))) say(line);
  // In an empty catalog an export has only the warnings that were confirmed before.
  const isCopy = isExport && Object.values(catalog.items).every((items) => items.length === 0);
  const unconfirmed = options.isConfirmed || isCopy ? [] : toConfirm(files, warned);
  if (changed === 0) say('There is nothing to change.');
  else if (unconfirmed.length > 0)
    throw new StartupError(`Nothing was saved: read ${allOf(unconfirmed)}, and confirm them with --confirm.`);
  else if (options.isDryRun) say('Nothing was saved: this was a dry run.');
  else {
    say('Saving…');
    await save(db, evaluated, options, isExport ? limits.commandWork : limits.longWork);
    say(`Saved as one change set: ${options.title}.`);
  }
}

/** What has to be confirmed: a warning, or a column whose header is only similar to its name. The messages above name both. */
const toConfirm = (files: readonly ReadFile[], warned: number): string[] => [
  ...(warned > 0 ? ['the warnings'] : []),
  ...(files.some(({ intake }) => guessesIn(intake.columns).length > 0)
    ? ['the columns matched by similar names']
    : []),
];

/** The entries to save, with the effect of saving them, and the errors of others. `onlyGood` skips entries with errors. */
async function evaluateValid(
  db: Db,
  entries: readonly Entry[],
  onlyGood: boolean,
): Promise<{ evaluated: EvaluatedEntry[]; reasons: Reasons }> {
  const evaluated = await evaluateEntries(db, entries);
  const reasons = reasonsOf(evaluated);
  const refused = new Set(evaluated.filter(({ errors }) => errors.length > 0).map(({ entry }) => entry));
  if (refused.size === 0 || !onlyGood) return { evaluated, reasons };
  // Other entries may need a skipped entry.
  const rest = await evaluateValid(
    db,
    keep(entries, (entry) => !refused.has(entry)),
    onlyGood,
  );
  return { evaluated: rest.evaluated, reasons: together(reasons, rest.reasons) };
}

const countRefused = (files: readonly ReadFile[], reasons: Reasons): number =>
  files.reduce(
    (sum, from) =>
      sum +
      from.intake.rows.filter(({ number, problems }) => problems.length > 0 || reasons.get(from)?.has(number))
        .length,
    0,
  );

function countsOf(evaluated: readonly EvaluatedEntry[], refused: number) {
  const valid = evaluated.filter(({ errors }) => errors.length === 0);
  const countOf = (outcome: EvaluatedEntry['outcome']) =>
    valid.filter((entry) => entry.outcome === outcome).length;
  const [create, update] = [countOf('create'), countOf('update')];
  const warned = valid.filter(({ warnings }) => warnings.length > 0).length;
  const numbers = [
    `${number(create)} to create`,
    `${number(update)} to change`,
    `${number(countOf('same'))} the same`,
    `${number(refused)} with errors`,
    `${number(warned)} with warnings`,
  ];
  return { summary: `${numbers.join(', ')}.`, changed: create + update, warned };
}

const number = (value: number) => value.toLocaleString('en-US');
const count = (value: number, noun: string) => `${number(value)} ${noun}${value === 1 ? '' : 's'}`;

const firsts = (lines: readonly string[], max = MAX_LINES): string[] =>
  lines.length <= max ? [...lines] : [...lines.slice(0, max), `… and ${number(lines.length - max)} more.`];
