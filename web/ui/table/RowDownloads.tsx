import type { Column } from './column.ts';
import { downloadCsv, toCsv } from './csv.ts';
import { Downloads } from './Downloads.tsx';
import { downloadExcel } from './excel.ts';

interface Props<Row> {
  /** The name of the files, their content, and the active filters. */
  name: string;
  title: string;
  filters: readonly string[];
  columns: readonly Column<Row>[];
  rows: readonly Row[];
}

/** Downloads these rows. */
export function RowDownloads<Row>({ name, title, filters, columns, rows }: Props<Row>) {
  return (
    <Downloads
      disabled={rows.length === 0}
      csv={async () => downloadCsv(name, toCsv(columns, rows))}
      excel={() => downloadExcel({ name, title, filters, columns, rows })}
    />
  );
}
