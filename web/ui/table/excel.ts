import { RequestError } from '../../lib/api.ts';
import { counted } from '../../lib/counted.ts';
import { serverNow } from '../../lib/serverTime.ts';
import { timeOf, zoneName } from '../../lib/time.ts';
import { timeZone } from '../../lib/timeZone.ts';
import type { Column } from './column.ts';
import { saveFile, textsOf } from './saveFile.ts';

interface Download<Row> {
  /** The name of the file, without its extension, and of its first sheet. */
  name: string;
  /** A title for the rows, and the active filters, in words: shown on the second sheet, with the row count and the time. */
  title: string;
  filters: readonly string[];
  columns: readonly Column<Row>[];
  rows: readonly Row[];
}

const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Downloads a table as `{name}.xlsx`: the rows and columns of the CSV, as plain texts, and times as the screens show them. */
export async function downloadExcel<Row>({ name, title, filters, columns, rows }: Download<Row>) {
  const { TooLarge, writeWorkbook } = await loadWriter();
  const about = [title, counted(rows.length, 'row'), ...filters, `Downloaded ${timeOf(serverNow())}`];
  try {
    const workbook = writeWorkbook({ name, ...withClocks(columns, rows), about });
    saveFile(`${name}.xlsx`, new Blob([workbook], { type: TYPE }));
  } catch (error) {
    if (!(error instanceof TooLarge)) throw error;
    throw new RequestError([{ code: 'EXCEL_TOO_LARGE', message: error.message }]);
  }
}

/** The texts of a download, with times as the university's clocks show them. Their headers name the time zone. */
function withClocks<Row>(columns: readonly Column<Row>[], rows: readonly Row[]) {
  const exported = columns.filter(({ csv }) => csv !== false);
  const times = exported.flatMap(({ isTime }, at) => (isTime ? [at] : []));
  const { header, rows: texts } = textsOf(exported, rows);
  for (const at of times) {
    header[at] = `${header[at]} (${zoneName()})`;
    for (const row of texts) if (row[at]) row[at] = clock.format(new Date(row[at]));
  }
  return { header, rows: texts, times };
}

// Written as in Sweden: `2025-10-31 09:05:00`.
const clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });

/** Most tabs never need it, so it is loaded on first use. */
const loadWriter = () =>
  import('../../../sheets/write.ts').catch(() => {
    throw new RequestError([NOT_LOADED]);
  });

const NOT_LOADED = {
  code: 'EXCEL_NOT_LOADED',
  message:
    'The Excel export could not be loaded. Check your connection, reload the page and try again, or download the CSV.',
};
