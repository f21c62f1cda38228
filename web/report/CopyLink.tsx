import { Button } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReportFilter, ReportMoment, ReportRow } from '../../contract/report.ts';
import { errorsOf, RequestError, request } from '../lib/api.ts';
import { reportQuery } from '../lib/queries.ts';
import { showErrors } from '../ui/popups/popupStore.ts';
import { showToast } from '../ui/popups/toastStore.ts';
import classes from './report.module.css';

interface Props {
  /** The filter of the rows shown. */
  filter: ReportFilter;
  rows: readonly ReportRow[];
}

/** Copies a URL that shows exactly these rows permanently: it contains the time of the last change before them. */
export function CopyLink({ filter, rows }: Props) {
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const [link, setLink] = useState<string>();
  const momentOf = async () => {
    const { at } = await request<ReportMoment>('GET', '/reports/moment');
    const reportThen = await client.fetchQuery(reportQuery({ ...filter, knownAt: at }));
    // Compares rows, not fingerprints: without HTTPS there are none.
    if (JSON.stringify(reportThen) !== JSON.stringify(rows)) throw new RequestError([CHANGED]);
    return at;
  };
  const copy = async () => {
    if (isBusy) return;
    setBusy(true);
    try {
      const url = new URL(window.location.href);
      url.searchParams.set('run', 'true');
      url.searchParams.set('knownAt', filter.knownAt ?? (await momentOf()));
      setLink(url.href);
      // Rejected without HTTPS, or if the click was too long ago. The link can then be copied from its box.
      const clipboard = navigator.clipboard as Clipboard | undefined;
      await clipboard?.writeText(url.href).then(
        () => showToast('Link copied'),
        () => {},
      );
    } catch (error) {
      showErrors(errorsOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      {link !== undefined && (
        <input
          className={classes.link}
          aria-label="Link to these rows"
          readOnly
          value={link}
          onFocus={(event) => event.currentTarget.select()}
        />
      )}
      <Button
        variant="default"
        leftSection={<IconLink size={16} aria-hidden />}
        aria-busy={isBusy}
        onClick={() => void copy()}
      >
        Copy link
      </Button>
    </>
  );
}

const CHANGED = {
  code: 'REPORT_CHANGED',
  message: 'The data has changed since this report was run. Run Report again, then copy the link.',
};
