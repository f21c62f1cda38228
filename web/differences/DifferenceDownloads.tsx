import type { Column } from '../ui/table/column.ts';
import { downloadCsv, toCsv } from '../ui/table/csv.ts';
import { Downloads } from '../ui/table/Downloads.tsx';
import { downloadExcel } from '../ui/table/excel.ts';

interface Props<Row> {
  /** The name of the files, their content, and the active filters. */
  name: string;
  title: string;
  filters: readonly string[];
  columns: readonly Column<Row>[];
  rows: readonly Row[];
}

/** Downloads the rows shown. */
export function DifferenceDownloads<Row>({ name, title, filters, columns, rows }: Props<Row>) {
  return (
    <Downloads
      disabled={rows.length === 0}
      csv={async () => downloadCsv(name, toCsv(columns, rows))}
      excel={() => downloadExcel({ name, title, filters, columns, rows })}
    />
  );
}
