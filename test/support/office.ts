import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Papa from 'papaparse';
import { installedOffice } from '../../scripts/office.mjs';

// Commas, double quotes, UTF-8, all rows, no column formats, English; numbers as shown; all sheets.
const CSV = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,1033,false,false,true,false,false,-1';

/** LibreOffice, with its own folder and profile. */
export class Office {
  readonly #folder = mkdtempSync(join(tmpdir(), 'office-'));
  readonly #program: string;

  constructor() {
    const program = installedOffice();
    if (!program) throw new Error('There is no LibreOffice: run the step office of npm test.');
    this.#program = program;
  }

  /** Converts a workbook to another file format. */
  saved(workbook: Uint8Array, kind: 'xlsx' | 'ods'): Uint8Array {
    this.#convert(workbook, kind);
    return readFileSync(join(this.#folder, 'out', `book.${kind}`));
  }

  /** The cells of each sheet as LibreOffice shows them, by sheet name. */
  shown(workbook: Uint8Array): Record<string, string[][]> {
    this.#convert(workbook, CSV);
    const files = readdirSync(join(this.#folder, 'out')).filter((file) => file.endsWith('.csv'));
    return Object.fromEntries(
      files.map((file) => {
        const text = readFileSync(join(this.#folder, 'out', file), 'utf8');
        const { data } = Papa.parse<string[]>(text, { delimiter: ',', newline: '\n' });
        return [file.slice('book-'.length, -'.csv'.length), data.slice(0, -1)];
      }),
    );
  }

  close(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #convert(workbook: Uint8Array, kind: string): void {
    const file = join(this.#folder, 'book.xlsx');
    const out = join(this.#folder, 'out');
    rmSync(out, { recursive: true, force: true });
    writeFileSync(file, workbook);
    const given = ['--headless', '--norestore', '--convert-to', kind, '--outdir', out, file];
    execFileSync(this.#program, [`-env:UserInstallation=file://${this.#folder}/profile`, ...given], {
      stdio: 'pipe',
    });
  }
}
