/**
 * `npm run import -- KIND FILE` or `npm run import -- all FOLDER`: saves the rows of CSV or XLSX files as one change set, as
 * the screens would, or nothing. `--dry-run` only reports what the import would do, `--only-good` skips rows with errors,
 * `--confirm` confirms the warnings and the columns matched by similar names, `--reason TEXT` records a reason, and
 * `--encoding NAME` sets the encoding of CSV files if it is not detected correctly. Exits with code 0 if all rows are saved or
 * nothing has to change, and with 1 if a row is rejected or something is not confirmed, even in a dry run. The server of an embedded database must be stopped.
 */
import { basename } from 'node:path';
import * as z from 'zod/mini';
import { reason as reasonField } from '../../contract/fields.ts';
import { catalogKinds } from '../../contract/history.ts';
import type { Known } from '../../intake/intake.ts';
import { type Encoding, encodings } from '../../sheets/encodings.ts';
import { connect } from '../db/connect.ts';
import { migrate, schema } from '../db/migrate.ts';
import { Deadline } from '../runtime/deadline.ts';
import { StartupError } from '../runtime/startupError.ts';
import { complain, readArguments, readOwnDatabase, run, say } from './command.ts';
import { filesIn, kindNamedBy, readFile } from './importing/importFiles.ts';
import { importRows, type Wanted } from './importing/importRows.ts';
import { readOne, readTogether } from './importing/readFiles.ts';

const TEN_MINUTES = 600_000;
const USAGE = `Name a kind and a file, or all and a folder: npm run import -- ${[...catalogKinds, 'all'].join('|')} FILE [--dry-run] [--only-good] [--confirm] [--reason TEXT] [--encoding ${encodings.join('|')}]`;
const flag = { type: 'boolean', default: false } as const;
const OPTIONS = {
  'dry-run': flag,
  'only-good': flag,
  confirm: flag,
  reason: { type: 'string' },
  encoding: { type: 'string' },
} as const;

await run(async () => {
  const { kind, path, encoding, options } = readRequest();
  const read = kind === 'all' ? folderReader(path, encoding) : fileReader(kind, path, encoding);
  const settings = readOwnDatabase();
  const { db, close } = await connect(settings, { command: 'import', report: complain });
  try {
    await migrate(db, schema, say);
    await Deadline.start(TEN_MINUTES, () => importRows(db, read, options, say));
  } finally {
    await close();
  }
});

function readRequest(): { kind: string; path: string; encoding: Encoding | undefined; options: Wanted } {
  const { values, positionals } = readArguments(USAGE, { min: 2, max: 2 }, OPTIONS);
  const [name = '', path = ''] = positionals;
  const kind = name === 'all' ? name : kindNamedBy(name);
  if (kind === undefined) throw new StartupError(USAGE);
  const encoding = encodings.find((candidate) => candidate.toLowerCase() === values.encoding?.toLowerCase());
  if (values.encoding !== undefined && !encoding)
    throw new StartupError(`--encoding: write one of ${encodings.join(', ')}.`);
  const reason = z.safeParse(reasonField(), values.reason);
  if (!reason.success) throw new StartupError(`--reason: ${reason.error.issues[0]?.message}.`);
  return {
    kind,
    path,
    encoding,
    options: {
      title: basename(path),
      reason: reason.data,
      isDryRun: values['dry-run'],
      onlyGood: values['only-good'],
      isConfirmed: values.confirm,
    },
  };
}

function fileReader(kind: string, file: string, encoding: Encoding | undefined) {
  const read = readFile(kind, file, encoding);
  return (known: Known) => readOne(read, known);
}

function folderReader(folder: string, encoding: Encoding | undefined) {
  const { files, others } = filesIn(folder);
  if (others.length > 0) {
    say(`Skipped, because the name is not that of a kind: ${others.join(', ')}`);
    say('Terms, award types and CIP codes are read by npm run lookups.');
  }
  const read = files.map(({ kind, file }) => readFile(kind, file, encoding));
  return (known: Known) => readTogether(read, known);
}
