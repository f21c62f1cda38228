import { existsSync } from 'node:fs';
import { installPackages } from '../../scripts/postgresql.mjs';

/** Whether the programs that read a PDF are present or could be installed. */
export const installedPdfReader = (): boolean =>
  existsSync('/usr/bin/pdftotext') || installPackages('poppler-utils');
