import { useEffect, useState } from 'react';
import type { ReportRow } from '../../contract/report.ts';
import { fingerprintOf } from './fingerprint.ts';

/** The fingerprint of the rows, once it has been computed. */
export function useFingerprint(rows: readonly ReportRow[] | undefined): string | undefined {
  const [found, setFound] = useState<{ of: readonly ReportRow[]; text: string | undefined }>();
  useEffect(() => {
    let isWanted = true;
    if (rows) void fingerprintOf(rows).then((text) => isWanted && setFound({ of: rows, text }));
    return () => {
      isWanted = false;
    };
  }, [rows]);
  return found?.of === rows ? found?.text : undefined;
}
