import { Button } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { ReportFilter, ReportMoment, ReportRow } from '../../contract/report.ts';
import { VIEW } from '../../contract/viewScreens.ts';
import { errorsOf, RequestError, request } from '../lib/api.ts';
import { reportQuery } from '../lib/queries.ts';
import { put } from '../lib/searchParams.ts';
import { showErrors } from '../ui/popups/popupStore.ts';
import { showToast } from '../ui/popups/toastStore.ts';
import { useAnchored } from '../ui/popups/useAnchored.ts';
import type { Ask } from '../ui/table/DownloadButton.tsx';
import classes from './report.module.css';

interface Props {
  /** The filter of the rows shown, as sent. */
  filter: ReportFilter;
  rows: readonly ReportRow[];
  /** The fingerprint of the rows, in words. */
  fingerprint: string | undefined;
  /** May ask before the link is copied. */
  ask: Ask;
}

/**
 * Copies a URL that shows exactly these rows permanently: it contains the term, and the time of the last change before
 * them. A popover shows it, with the fingerprint of the rows.
 */
export function CopyLink({ filter, rows, fingerprint, ask }: Props) {
  const client = useQueryClient();
  const button = useRef<HTMLButtonElement>(null);
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
      // Who opens it may not have the view.
      url.searchParams.delete(VIEW);
      // Now will be another term.
      put(url.searchParams, 'asOf', filter.asOfTerm);
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
      <Button
        ref={button}
        variant="default"
        leftSection={<IconLink size={16} aria-hidden />}
        aria-busy={isBusy}
        aria-expanded={link !== undefined}
        onClick={() => ask(() => void copy())}
      >
        Copy link
      </Button>
      {link !== undefined && (
        <LinkPopover
          anchor={button}
          link={link}
          fingerprint={fingerprint}
          onClose={() => setLink(undefined)}
        />
      )}
    </>
  );
}

interface PopoverProps {
  anchor: RefObject<HTMLButtonElement | null>;
  link: string;
  fingerprint: string | undefined;
  onClose: () => void;
}

/** Opens with the focus on the link. Escape, and a click or the focus elsewhere, close it. */
function LinkPopover({ anchor, link, fingerprint, onClose }: PopoverProps) {
  const popover = useAnchored<HTMLDivElement>(anchor);
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- only handles Escape and blur
    <div
      ref={popover}
      role="dialog"
      tabIndex={-1}
      aria-label="Copied link"
      popover="manual"
      className={classes.copied}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        anchor.current?.focus();
        onClose();
      }}
      onBlur={({ currentTarget, relatedTarget }) =>
        currentTarget.contains(relatedTarget) || relatedTarget === anchor.current || onClose()
      }
    >
      <input
        ref={box}
        aria-label="Link to these rows"
        readOnly
        value={link}
        onFocus={(event) => event.currentTarget.select()}
      />
      {fingerprint && <p>{fingerprint}</p>}
    </div>
  );
}

const CHANGED = {
  code: 'REPORT_CHANGED',
  message: 'The data has changed since this report was run. Run Report again, then copy the link.',
};
