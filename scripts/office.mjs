// Finds or installs an office suite for the tests.
import { existsSync } from 'node:fs';
import { findOrInstall } from './postgresql.mjs';

const known = [
  '/usr/bin/soffice',
  '/usr/local/bin/soffice',
  '/Applications/LibreOffice.app/Contents/MacOS/soffice',
];

/** The path of an installed LibreOffice, or undefined. */
export const installedOffice = () => known.find((path) => existsSync(path));

/** The path of a LibreOffice, installing only its spreadsheet if needed; undefined if that fails. */
export const findOffice = () => findOrInstall(installedOffice, 'LibreOffice', 'libreoffice-calc-nogui');
