import { statSync } from 'node:fs';
import * as z from 'zod/mini';
import { oneOf, textOf, wholeNumber } from './readSettings.ts';

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en-US', { timeZone: name }));
  } catch {
    return false;
  }
}

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/** How the server is run. */
export const operationSettings = {
  // Any value that might be a misspelled `production` is rejected: outside production, anyone could sign in as anyone.
  NODE_ENV: z._default(
    oneOf(['production', 'development', 'test'], 'production, or leave it out'),
    'development',
  ),
  TIME_ZONE: z._default(
    // No offsets: PostgreSQL reads a bare offset as west of UTC, other software as east.
    textOf(
      'the name of a time zone such as America/Los_Angeles',
      (text) => !/^[+-]/.test(text) && isTimeZone(text),
    ),
    'America/Los_Angeles',
  ),
  LOG_LEVEL: z.optional(oneOf(logLevels, `one of ${logLevels.join(', ')}`)),
  DRAIN_SECONDS: z._default(wholeNumber(0, 60), 3),
  ASSETS_DIR: z.optional(textOf('an existing folder', isFolder)),
  // The server must start without it.
  BACKUP_DIR: z.optional(z.string()),
  BUILD_COMMIT: z.optional(
    textOf('at most 100 plain characters', (text) => /^[\x20-\x7e]{1,100}$/.test(text)),
  ),
};
