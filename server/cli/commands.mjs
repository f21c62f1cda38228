// The commands of `npm run` for operators: their arguments and options, from which help and errors follow. Plain JavaScript
// for any Node: scripts/ reads the arguments before anything is installed or built.
import { parseArgs } from 'node:util';
import { exitCodes } from '../runtime/exitCodes.mjs';

const help = /** @type {const} */ ({ type: 'boolean', short: 'h', does: 'shows this and does nothing' });
const embedded = /** @type {const} */ ({
  type: 'boolean',
  does: 'uses the embedded database in DATA_DIR, or in ./data, which must exist',
});

/**
 * Each command with its program, what it does, the fewest and most arguments, and the options. `given` shows the arguments as
 * in a call, `about` explains them.
 */
export const commands = /** @type {const} */ ({
  start: {
    program: 'server/main.ts',
    does: 'Serves the application until it is stopped. Without DATABASE_URL it uses the embedded database in DATA_DIR, or in ./data, and creates it if needed.',
    given: '',
    about: {},
    count: [0, 0],
    options: { help },
  },
  dev: {
    program: 'scripts/dev.mjs',
    does: 'Serves the application for changing it: changed pages are visible at once, and a changed server restarts. It takes the settings of npm start.',
    given: '',
    about: {},
    count: [0, 0],
    options: { help },
  },
  backup: {
    program: 'server/cli/backup.ts',
    does: 'Writes all stored data except sessions to a new file, also while the application is in use. Either engine can restore it.',
    given: 'FILE',
    about: { FILE: 'the file to write; it must not exist' },
    count: [1, 1],
    options: { embedded, help },
  },
  restore: {
    program: 'server/cli/restore.ts',
    does: 'Restores a backup into an empty database of either engine. It never overwrites data. The folder of an embedded database must exist: create an empty one.',
    given: 'FILE',
    about: { FILE: 'a file that npm run backup wrote' },
    count: [1, 1],
    options: { embedded, help },
  },
  upgrade: {
    program: 'server/cli/upgrade.ts',
    does: 'Brings the schema up to date, and rebuilds functions, views, triggers and known states that differ from those of this program. Run it as the role that owns the tables.',
    given: '[--check]',
    about: {},
    count: [0, 0],
    options: {
      check: { type: 'boolean', does: 'shows what an upgrade would do, and changes nothing' },
      embedded,
      help,
    },
  },
  verify: {
    program: 'server/cli/verify.ts',
    does: 'Checks that the change log is unaltered, and that the tables and definitions match it. Run it as the role that owns the tables. The server of an embedded database must be stopped.',
    given: '[HEAD]',
    about: {
      HEAD: 'an earlier head from About or from a backup: everything up to it must still be in the log',
    },
    count: [0, 1],
    options: { embedded, help },
  },
  doctor: {
    program: 'server/cli/doctor.ts',
    does: 'Checks the settings, the database and its schema, the provider, the public URL, certificates, clocks, disks and the age of the newest backup. Says what is wrong and what to do, and changes nothing. Run it with the settings of the server.',
    given: '',
    about: {},
    count: [0, 0],
    options: { embedded, help },
  },
  import: {
    program: 'server/cli/import.ts',
    does: 'Saves the rows of CSV or XLSX files as one change set, as the screens would, or saves nothing. The server of an embedded database must be stopped.',
    given: 'KIND FILE|all FOLDER',
    about: {
      KIND: 'school, department, degree, major, degreeDepartment, majorDegree, majorDepartment, schoolDegree, schoolDepartment, schoolMajor or earlierValue',
      FOLDER: 'a folder with a file for each kind, such as schools.csv and majorDegree.xlsx',
    },
    count: [2, 2],
    options: {
      'dry-run': {
        type: 'boolean',
        does: 'saves nothing, shows what the import would do, and writes the rows with errors to their files',
      },
      'only-good': { type: 'boolean', does: 'skips the rows with errors, and all rows that need them' },
      confirm: {
        type: 'boolean',
        does: 'confirms the warnings, and the columns that were matched by similar names',
      },
      reason: { type: 'string', value: 'TEXT', does: 'records a reason with the change' },
      encoding: {
        type: 'string',
        value: 'NAME',
        does: 'the encoding of CSV files: UTF-8, Windows-1252 or UTF-16; by default it is detected',
      },
      embedded,
      help,
    },
  },
  export: {
    program: 'server/cli/export.ts',
    does: 'Writes the tables and both lookups as CSV files that npm run import -- all FOLDER and npm run lookups read again. The server of an embedded database must be stopped.',
    given: 'FOLDER',
    about: { FOLDER: 'the folder to write; it must be new or empty' },
    count: [1, 1],
    options: { embedded, help },
  },
  lookups: {
    program: 'server/cli/lookups.ts',
    does: 'Replaces the rows of a lookup with those of a CSV file, but keeps rows that are in use. Without a file it prints the lookup as such a file. The server of an embedded database must be stopped.',
    given: 'LOOKUP [FILE]',
    about: { LOOKUP: 'terms, award-types or cip-codes' },
    count: [1, 2],
    options: { embedded, help },
  },
});

/** @typedef {keyof typeof commands} CommandName */
/**
 * The arguments of a command, and the values of its options.
 * @template {CommandName} Name
 * @typedef {{ positionals: string[]; values: ValuesOf<(typeof commands)[Name]['options']> }} Arguments
 */
/**
 * @template Options
 * @typedef {{ [Name in keyof Options]?: Options[Name] extends { type: 'string' } ? string : boolean }} ValuesOf
 */

/**
 * Reads the arguments of a command. For `--help` shows the help and exits; for wrong use shows how to get help and exits.
 * @template {CommandName} Name
 * @param {Name} name
 * @returns {Arguments<Name>}
 */
export function readArguments(name, given = process.argv.slice(2)) {
  const { options, count } = commands[name];
  const { values, positionals } = parse(name, given, options);
  if (values.help) {
    console.log(helpOf(name));
    process.exit(exitCodes.done);
  }
  const [least, most] = count;
  if (positionals.length < least || positionals.length > most || positionals.includes(''))
    refuseUse(name, `Usage: ${callOf(name)}`);
  return { positionals, values: /** @type {Arguments<Name>['values']} */ (values) };
}

/**
 * @param {CommandName} name
 * @param {string[]} args
 * @param {import('node:util').ParseArgsOptionsConfig} options
 */
function parse(name, args, options) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    // Node adds advice to the first sentence of some messages.
    const [sentence = ''] = (error instanceof Error ? error.message : '').split('. ');
    return refuseUse(name, `${sentence.replace(/\p{Cc}/gu, '␦')}.`);
  }
}

/**
 * Exits with the code for wrong use of a command, after a sentence and how to get help.
 * @param {CommandName} name
 * @param {string} sentence
 * @returns {never}
 */
export function refuseUse(name, sentence) {
  console.error(`${sentence}\n${invoked(name)} -- --help explains it.`);
  process.exit(exitCodes.wrongUse);
}

/** @param {CommandName} name */
const invoked = (name) => (name === 'start' ? 'npm start' : `npm run ${name}`);

/** @param {CommandName} name */
const callOf = (name) =>
  [invoked(name), ...(commands[name].given ? ['--', commands[name].given] : [])].join(' ');

/**
 * The help of a command.
 * @param {CommandName} name
 */
function helpOf(name) {
  const { does, about, options } = commands[name];
  const lines = [
    ...Object.entries(about),
    ...Object.entries(options).map(([option, { does: text, ...rest }]) => [
      `--${option}${'value' in rest ? ` ${rest.value}` : ''}`,
      text,
    ]),
  ];
  const width = Math.max(...lines.map(([term = '']) => term.length)) + 2;
  return [
    callOf(name),
    '',
    ...does.split(/(?<=\.) /),
    '',
    ...lines.map(([term = '', text]) => `  ${term.padEnd(width)}${text}`),
    '',
    'Exits with 0 if done, 1 if failed, 2 for wrong use, 3 for wrong settings. docs/OPERATION.md lists the settings.',
  ].join('\n');
}
