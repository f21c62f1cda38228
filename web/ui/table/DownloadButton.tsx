import { Button, Loader } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { errorsOf } from '../../lib/api.ts';
import { showErrors } from '../popups/popupStore.ts';

interface Props {
  label: string;
  disabled: boolean;
  /** Saves the file. Aborted if the user leaves the screen. */
  download: (signal: AbortSignal) => Promise<void>;
  /** May ask first. Without it, a click downloads. */
  ask?: Ask | undefined;
}

/** Goes on at once, or once the user has confirmed it. */
export type Ask = (goOn: () => void) => void;

/** Downloads a file, which may take a while. Leaving the screen aborts it. */
export function DownloadButton({ label, disabled, download, ask = (goOn) => goOn() }: Props) {
  const [isBusy, setBusy] = useState(false);
  const started = useRef<AbortController>(null);
  useEffect(() => () => started.current?.abort(), []);
  const start = async () => {
    if (isBusy) return;
    const { signal } = (started.current = new AbortController());
    setBusy(true);
    try {
      await download(signal);
    } catch (error) {
      if (!signal.aborted) showErrors(errorsOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      variant="default"
      leftSection={isBusy ? <Loader size={16} /> : <IconDownload size={16} aria-hidden />}
      aria-busy={isBusy}
      disabled={disabled}
      onClick={() => ask(() => void start())}
    >
      {label}
    </Button>
  );
}
