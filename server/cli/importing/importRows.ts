import { basename } from 'node:path';
import { MOST_ROWS } from '../../../contract/proposals.ts';
import type { Known } from '../../../intake/intake.ts';
import { othersOf } from '../../../intake/others.ts';
import type { Db } from '../../db/tables.ts';
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

/** What an operator wants of an import. */
export interface Wanted {
  title: string;
  reason: string | null;
  isDryRun: boolean;
  onlyGood: boolean;
  isConfirmed: boolean;
}

/** At most this many sentences are printed, and of texts that were read as something else than they say. */
const MOST_LINES = 100;
const MOST_OTHERS = 20;

/**
 * Imports what `read` makes of files, as one change set or not at all, and says in lines what it does. Throws `StartRefused`
 * if a row is refused that may not be left out, or if a warning is not confirmed. Refused rows are written beside their
 * files.
 */
export async function importRows(
  db: Db,
  read: (known: Known) => ReadFiles,
  wanted: Wanted,
  say: (line: string) => void,
): Promise<void> {
  const { files, entries } = read(await knownIn(db));
  for (const { file, intake } of files) {
    say(`${basename(file)}: ${count(intake.rows.length, 'row')}.`);
    const others = othersOf(intake).map(
      ({ header, from, as, count: rows }) => `${header}: “${from}” read as ${as}, in ${count(rows, 'row')}.`,
    );
    for (const note of [...intake.notes, ...firsts(others, MOST_OTHERS)]) say(`${basename(file)}: ${note}`);
  }
  if (entries.length > MOST_ROWS)
    throw new StartupError(
      `There are ${count(entries.length, 'row')}, and at most ${MOST_ROWS.toLocaleString('en-US')} are imported at once: import the files one by one, or split them.`,
    );
  const { evaluated: evaluated, reasons } = await evaluateValid(db, entries, wanted.onlyGood);
  const refused = writeRefused(files, reasons);
  for (const line of firsts(linesOf(files, reasons))) say(line);
  for (const name of refused) say(`Refused rows: ${name}`);
  const { said: messages, changed, warned } = countsOf(evaluated, numberRefused(files, reasons));
  if (files.some(({ intake }) => intake.problems.length > 0))
    throw new StartupError('Nothing was saved: mend the files, and import them again.');
  say(messages);
  if (refused.length > 0 && !wanted.onlyGood)
    throw new StartupError('Nothing was saved: mend the refused rows, or leave them out with --only-good.');
  for (const line of firsts(linesOfReasons(warningsOf(evaluated)))) say(line);
  if (changed === 0) say('There is nothing to change.');
  else if (warned > 0 && !wanted.isConfirmed)
    throw new StartupError('Nothing was saved: read the warnings, and confirm them with --confirm.');
  else if (wanted.isDryRun) say('Nothing was saved, as you asked.');
  else {
    say('Saving…');
    await save(db, evaluated, wanted);
    say(`Saved as one change set: ${wanted.title}.`);
  }
}

/** The entries to save, with what saving them would do, and why others are refused. `onlyGood`: these are left out. */
async function evaluateValid(
  db: Db,
  entries: readonly Entry[],
  onlyGood: boolean,
): Promise<{ evaluated: EvaluatedEntry[]; reasons: Reasons }> {
  const evaluated = await evaluateEntries(db, entries);
  const reasons = reasonsOf(evaluated);
  const refused = new Set(evaluated.filter(({ errors }) => errors.length > 0).map(({ entry }) => entry));
  if (refused.size === 0 || !onlyGood) return { evaluated: evaluated, reasons };
  // What is left out may be missing to others.
  const rest = await evaluateValid(
    db,
    keep(entries, (entry) => !refused.has(entry)),
    onlyGood,
  );
  return { evaluated: rest.evaluated, reasons: together(reasons, rest.reasons) };
}

const numberRefused = (files: readonly ReadFile[], reasons: Reasons): number =>
  files.reduce(
    (sum, from) =>
      sum +
      from.intake.rows.filter(({ number, problems }) => problems.length > 0 || reasons.get(from)?.has(number))
        .length,
    0,
  );

function countsOf(evaluated: readonly EvaluatedEntry[], refused: number) {
  const sound = evaluated.filter(({ errors }) => errors.length === 0);
  const having = (outcome: EvaluatedEntry['outcome']) =>
    sound.filter((one) => one.outcome === outcome).length;
  const [create, update] = [having('create'), having('update')];
  const warned = sound.filter(({ warnings }) => warnings.length > 0).length;
  const numbers = [
    `${number(create)} to create`,
    `${number(update)} to change`,
    `${number(having('same'))} the same`,
    `${number(refused)} refused`,
    `${number(warned)} with warnings`,
  ];
  return { said: `${numbers.join(', ')}.`, changed: create + update, warned };
}

const number = (value: number) => value.toLocaleString('en-US');
const count = (value: number, noun: string) => `${number(value)} ${noun}${value === 1 ? '' : 's'}`;

const firsts = (lines: readonly string[], most = MOST_LINES): string[] =>
  lines.length <= most ? [...lines] : [...lines.slice(0, most), `… and ${number(lines.length - most)} more.`];
