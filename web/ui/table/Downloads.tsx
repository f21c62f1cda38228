import { Button } from '@mantine/core';
import { type Ask, DownloadButton } from './DownloadButton.tsx';
import { ifSettled } from './ifSettled.ts';

export interface Props {
  disabled: boolean;
  /** Each saves a file. Aborted if the user leaves the screen. */
  csv: (signal: AbortSignal) => Promise<void>;
  excel: (signal: AbortSignal) => Promise<void>;
  /** May ask before either. By default, the text of a dropdown must name an option. */
  ask?: Ask | undefined;
}

/** The downloads of a table: one control with a button for each format. */
export const Downloads = ({ disabled, csv, excel, ask = ifSettled }: Props) => (
  <Button.Group>
    <DownloadButton label="Download CSV" disabled={disabled} download={csv} ask={ask} />
    <DownloadButton label="Excel" disabled={disabled} download={excel} ask={ask} />
  </Button.Group>
);
