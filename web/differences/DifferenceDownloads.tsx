import type { Column } from '../ui/table/column.ts';
import { downloadCsv, toCsv } from '../ui/table/csv.ts';
import { DownloadButton } from '../ui/table/DownloadButton.tsx';
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
  const disabled = rows.length === 0;
  return (
    <>
      <DownloadButton
        label="Download CSV"
        disabled={disabled}
        download={async () => downloadCsv(name, toCsv(columns, rows))}
      />
      <DownloadButton
        label="Excel"
        disabled={disabled}
        download={() => downloadExcel({ name, title, filters, columns, rows })}
      />
    </>
  );
}
