/**
 * `npm run import -- KIND FILE` or `npm run import -- all FOLDER`: saves the rows of CSV or XLSX files as one change set, as
 * the screens would, or nothing. `--dry-run` only says what it would do, `--only-good` leaves out the rows that are refused,
 * `--confirm` confirms the warnings, `--reason TEXT` is recorded, `--encoding NAME` is that of CSV files which are not read right. Exits with code 0 if all is done, or nothing is to be
 * done, and with 1 if anything is refused or a warning is not confirmed, in a dry run too. The server of an embedded
 * database must be stopped.
 */
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import * as z from 'zod/mini';
import { reason as reasonField } from '../../contract/fields.ts';
import { changeKinds } from '../../contract/history.ts';
import type { Known } from '../../intake/intake.ts';
import { type Encoding, encodings } from '../../sheets/encodings.ts';
import { readDatabase } from '../config/config.ts';
import { connect } from '../db/connect.ts';
import { migrate, schema } from '../db/migrate.ts';
import { Deadline } from '../runtime/deadline.ts';
import { StartupError } from '../runtime/startupError.ts';
import { complain, refuseUnlessOwn, refuseUnlessThere, run, say } from './command.ts';
import { filesIn, kindNamedBy, readFile } from './importing/importFiles.ts';
import { importRows, type Wanted } from './importing/importRows.ts';
import { readOne, readTogether } from './importing/readFiles.ts';

const TEN_MINUTES = 600_000;
const USAGE = `Name a kind and a file, or all and a folder: npm run import -- ${[...changeKinds, 'all'].join('|')} FILE [--dry-run] [--only-good] [--confirm] [--reason TEXT] [--encoding ${encodings.join('|')}]`;

await run(async () => {
  const { what, where, encoding, wanted } = readArguments();
  const read = what === 'all' ? folderReader(where, encoding) : fileReader(what, where, encoding);
  const settings = readDatabase(process.env);
  if (settings.kind === 'embedded') {
    refuseUnlessThere(String(settings.directory));
    refuseUnlessOwn(String(settings.directory));
  }
  const { db, close } = await connect(settings, { command: 'import', say: complain });
  try {
    await migrate(db, schema, say);
    await Deadline.start(TEN_MINUTES, () => importRows(db, read, wanted, say));
  } finally {
    await close();
  }
});

function readArguments(): { what: string; where: string; encoding: Encoding | undefined; wanted: Wanted } {
  const { values, positionals } = parse();
  const [named = '', where, ...others] = positionals;
  const what = named === 'all' ? named : kindNamedBy(named);
  if (what === undefined || where === undefined || others.length > 0) throw new StartupError(USAGE);
  const encoding = encodings.find((one) => one.toLowerCase() === values.encoding?.toLowerCase());
  if (values.encoding !== undefined && !encoding)
    throw new StartupError(`--encoding: write one of ${encodings.join(', ')}.`);
  const reason = z.safeParse(reasonField(), values.reason);
  if (!reason.success) throw new StartupError(`--reason: ${reason.error.issues[0]?.message}.`);
  return {
    what,
    where,
    encoding,
    wanted: {
      title: basename(where),
      reason: reason.data,
      isDryRun: values['dry-run'],
      onlyGood: values['only-good'],
      isConfirmed: values.confirm,
    },
  };
}

function parse() {
  const isOff = { type: 'boolean', default: false } as const;
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        'dry-run': isOff,
        'only-good': isOff,
        confirm: isOff,
        reason: { type: 'string' },
        encoding: { type: 'string' },
      },
    });
  } catch {
    throw new StartupError(USAGE);
  }
}

function fileReader(kind: string, file: string, encoding: Encoding | undefined) {
  const read = readFile(kind, file, encoding);
  return (known: Known) => readOne(read, known);
}

function folderReader(folder: string, encoding: Encoding | undefined) {
  const { files, others } = filesIn(folder);
  if (others.length > 0) {
    say(`Named after no kind, and not read: ${others.join(', ')}`);
    say('Terms, award types and CIP codes are read by npm run lookups.');
  }
  const read = files.map(({ kind, file }) => readFile(kind, file, encoding));
  return (known: Known) => readTogether(read, known);
}
