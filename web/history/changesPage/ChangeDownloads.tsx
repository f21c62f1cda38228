import { useQuarter } from '../../terms/lookups.ts';
import { downloadCsv, toCsv } from '../../ui/table/csv.ts';
import { Downloads } from '../../ui/table/Downloads.tsx';
import { downloadExcel } from '../../ui/table/excel.ts';
import type { Filters } from './changeFilters.ts';
import { lineColumns, linesOf } from './changeLines.ts';
import { readAll } from './changesQueries.ts';
import { filterTexts } from './changeWords.ts';

interface Props {
  filters: Filters;
  /** How texts name the user with a network ID. */
  userLabel: (uciNetId: string) => string;
  disabled: boolean;
}

/** Downloads all filtered change sets, from all pages. */
export function ChangeDownloads({ filters, userLabel, disabled }: Props) {
  const quarter = useQuarter();
  const read = async (signal: AbortSignal) => linesOf(await readAll(filters, signal), quarter);
  return (
    <Downloads
      disabled={disabled}
      csv={async (signal) => downloadCsv('changes', toCsv(lineColumns, await read(signal)))}
      excel={async (signal) =>
        downloadExcel({
          name: 'changes',
          title: 'Changes',
          filters: filterTexts(filters, userLabel),
          columns: lineColumns,
          rows: await read(signal),
        })
      }
    />
  );
}
