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
import { importKinds } from '../../contract/importMappings.ts';
import type { Known } from '../../intake/intake.ts';
import { type Encoding, encodings } from '../../sheets/encodings.ts';
import { migrate, schema } from '../db/migrate.ts';
import { Deadline } from '../runtime/deadline.ts';
import { limits } from '../runtime/limits.ts';
import { UsageError } from '../runtime/startupError.ts';
import { findDatabase, openDatabase, run, say } from './command.ts';
import type { Arguments } from './commands.mjs';
import { filesIn, kindNamedBy, readFile } from './importing/importFiles.ts';
import { importRows, type Wanted } from './importing/importRows.ts';
import { exportIn, readExport } from './importing/readExport.ts';
import { readOne, readTogether } from './importing/readFiles.ts';

await run('import', async (given) => {
  const { kind, path, encoding, options } = readRequest(given);
  const read = kind === 'all' ? folderReader(path, encoding) : fileReader(kind, path, encoding);
  const { db, close } = await openDatabase('import', findDatabase(given.values));
  try {
    await migrate(db, schema, say);
    await Deadline.start(limits.commandWork, () => importRows(db, read, options, say));
  } finally {
    await close();
  }
});

interface Request {
  kind: string;
  path: string;
  encoding: Encoding | undefined;
  options: Wanted;
}

function readRequest({ values, positionals }: Arguments<'import'>): Request {
  const [name = '', path = ''] = positionals;
  const kind = name === 'all' ? name : kindNamedBy(name);
  if (kind === undefined)
    throw new UsageError(`There is no kind ${name}: name one of ${[...importKinds, 'all'].join(', ')}.`);
  const encoding = encodings.find((candidate) => candidate.toLowerCase() === values.encoding?.toLowerCase());
  if (values.encoding !== undefined && !encoding)
    throw new UsageError(`--encoding: write one of ${encodings.join(', ')}.`);
  const reason = z.safeParse(reasonField(), values.reason);
  if (!reason.success) throw new UsageError(`--reason: ${reason.error.issues[0]?.message}.`);
  return {
    kind,
    path,
    encoding,
    options: {
      title: basename(path),
      reason: reason.data,
      isDryRun: values['dry-run'] ?? false,
      onlyGood: values['only-good'] ?? false,
      isConfirmed: values.confirm ?? false,
    },
  };
}

function fileReader(kind: string, file: string, encoding: Encoding | undefined) {
  const read = readFile(kind, file, encoding);
  return (known: Known) => readOne(read, known);
}

function folderReader(folder: string, encoding: Encoding | undefined) {
  const { files, others } = filesIn(folder);
  const exported = exportIn(folder);
  if (exported?.changed.length === 0)
    return (known: Known) => {
      say('All files are as npm run export wrote them. npm run lookups reads the terms and award types.');
      return readExport(folder, known);
    };
  if (exported)
    say(
      `Changed since the export: ${exported.changed.join(', ')}. All files are read like those of a spreadsheet.`,
    );
  const read = files.map(({ kind, file }) => readFile(kind, file, encoding));
  return (known: Known) => {
    if (others.length > 0) {
      say(`Skipped, because the name is not that of a kind: ${others.join(', ')}`);
      say('Terms, award types and CIP codes are read by npm run lookups.');
    }
    return readTogether(read, known);
  };
}
