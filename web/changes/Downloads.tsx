import { useQuarter } from '../lookups/lookups.ts';
import { downloadCsv, toCsv } from '../table/csv.ts';
import { DownloadButton } from '../table/DownloadButton.tsx';
import { downloadExcel } from '../table/excel.ts';
import { readAll } from './api.ts';
import { lineColumns, linesOf } from './download.ts';
import type { Filters } from './filters.ts';
import { filterTexts } from './words.ts';

/** Downloads all that the filters find, on all pages. */
export function Downloads({ filters, disabled }: { filters: Filters; disabled: boolean }) {
  const quarter = useQuarter();
  const read = async (signal: AbortSignal) => linesOf(await readAll(filters, signal), quarter);
  return (
    <>
      <DownloadButton
        label="Download CSV"
        disabled={disabled}
        download={async (signal) => downloadCsv('changes', toCsv(lineColumns, await read(signal)))}
      />
      <DownloadButton
        label="Excel"
        disabled={disabled}
        download={async (signal) =>
          downloadExcel({
            name: 'changes',
            title: 'Changes',
            filters: filterTexts(filters),
            columns: lineColumns,
            rows: await read(signal),
          })
        }
      />
    </>
  );
}
