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
  /** What the rows shown were asked for with. */
  filter: ReportFilter;
  rows: readonly ReportRow[];
}

/** Copies an address that shows these very rows for ever: it names the time of the last change before them. */
export function CopyLink({ filter, rows }: Props) {
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const [link, setLink] = useState<string>();
  const momentOf = async () => {
    const { at } = await request<ReportMoment>('GET', '/reports/moment');
    const then = await client.fetchQuery(reportQuery({ ...filter, knownAt: at }));
    // Not their fingerprints: without https there are none.
    if (JSON.stringify(then) !== JSON.stringify(rows)) throw new RequestError([CHANGED]);
    return at;
  };
  const copy = async () => {
    if (isBusy) return;
    setBusy(true);
    try {
      const address = new URL(window.location.href);
      address.searchParams.set('run', 'true');
      address.searchParams.set('knownAt', filter.knownAt ?? (await momentOf()));
      setLink(address.href);
      // Refused without https, or when the press was too long ago. Then the link can be copied from its box.
      const clipboard = navigator.clipboard as Clipboard | undefined;
      await clipboard?.writeText(address.href).then(
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
