import { downloadCsv, toCsv } from '../../ui/table/csv.ts';
import { downloadExcel } from '../../ui/table/excel.ts';
import { columnsNamed } from './columnsNamed.ts';
import type { OpenFile } from './openFile.ts';

/** A table of texts. */
interface Texts {
  header: readonly string[];
  rows: readonly (readonly string[])[];
}

/** Downloads rows in the format of their file: a workbook, or a CSV with its delimiter. Pasted cells have no file. */
export async function downloadRows(
  { name, content, sheets, sheet }: OpenFile,
  { header, rows }: Texts,
): Promise<void> {
  const download = `${name.replace(/\.[^.]*$/, '')}-skipped`;
  const columns = columnsNamed(header);
  const { delimiter, name: title = '' } = sheets[sheet] ?? {};
  if (delimiter === undefined) await downloadExcel({ name: download, title, filters: [], columns, rows });
  else downloadCsv(download, toCsv(columns, rows, typeof content === 'string' ? undefined : delimiter));
}
