// Finds or installs Firefox for the tests.
import { existsSync } from 'node:fs';
import { findOrInstall } from './postgresql.mjs';

const known = [
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
];

/** The path of an installed Firefox, or undefined. */
export const installedFirefox = () =>
  [process.env.PLAYWRIGHT_FIREFOX, ...known].find((path) => path && existsSync(path));

/** The path of a Firefox, installing one if needed; undefined if that fails. */
export const findFirefox = () => findOrInstall(installedFirefox, 'Firefox', 'firefox-esr');
