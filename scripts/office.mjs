// Finds or installs an office suite for the tests.
import { existsSync } from 'node:fs';
import { installPackages } from './postgresql.mjs';

const known = [
  '/usr/bin/soffice',
  '/usr/local/bin/soffice',
  '/Applications/LibreOffice.app/Contents/MacOS/soffice',
];

/** The path of an installed LibreOffice, or undefined. */
export const installedOffice = () => known.find((path) => existsSync(path));

/** The path of a LibreOffice, installing one if needed; undefined if that fails. */
export function findOffice() {
  const there = installedOffice();
  if (there) return there;
  console.log('Installing LibreOffice…');
  // Its spreadsheet alone, without windows.
  installPackages('libreoffice-calc-nogui');
  return installedOffice();
}
