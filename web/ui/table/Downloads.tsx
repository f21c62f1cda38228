import { Button } from '@mantine/core';
import { DownloadButton } from './DownloadButton.tsx';

interface Props {
  disabled: boolean;
  /** Each saves a file. Aborted if the user leaves the screen. */
  csv: (signal: AbortSignal) => Promise<void>;
  excel: (signal: AbortSignal) => Promise<void>;
}

/** The downloads of a table: one control with a button for each format. */
export const Downloads = ({ disabled, csv, excel }: Props) => (
  <Button.Group>
    <DownloadButton label="Download CSV" disabled={disabled} download={csv} />
    <DownloadButton label="Excel" disabled={disabled} download={excel} />
  </Button.Group>
);
