import { Button, Loader } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { errorsOf } from '../api.ts';
import { useQuarter } from '../lookups/lookups.ts';
import { showErrors } from '../popups/popups.ts';
import { downloadCsv, toCsv } from '../table/csv.ts';
import { readAll } from './api.ts';
import { lineColumns, linesOf } from './download.ts';
import type { Filters } from './filters.ts';

/** Downloads all that the filters find, on all pages. Leaving the screen gives up. */
export function DownloadButton({ filters, disabled }: { filters: Filters; disabled: boolean }) {
  const quarter = useQuarter();
  const [isReading, setReading] = useState(false);
  const reading = useRef<AbortController>(null);
  useEffect(() => () => reading.current?.abort(), []);
  const download = async () => {
    if (isReading) return;
    const { signal } = (reading.current = new AbortController());
    setReading(true);
    try {
      const sets = await readAll(filters, signal);
      downloadCsv('changes', toCsv(lineColumns, linesOf(sets, quarter)));
    } catch (error) {
      if (!signal.aborted) showErrors(errorsOf(error));
    } finally {
      setReading(false);
    }
  };
  return (
    <Button
      variant="default"
      leftSection={isReading ? <Loader size={16} /> : <IconDownload size={16} aria-hidden />}
      aria-busy={isReading}
      disabled={disabled}
      onClick={() => void download()}
    >
      Download CSV
    </Button>
  );
}
