import { Button, TextInput } from '@mantine/core';
import { IconDownload, IconInfoCircle, IconSearch } from '@tabler/icons-react';
import { TipButton } from '../popups/TipButton.tsx';
import classes from './table.module.css';

interface Props {
  text: string;
  onText: (text: string) => void;
  /** Called when the filter input loses the focus. */
  onTextEnd: () => void;
  rowCount: number;
  onDownload: () => void;
}

// Spec 2.
const HELP =
  'Sortable columns have an icon. Holding shift and clicking sorts by multiple columns. The search bar filters only the table rows.';

/** The filter, a help button, the row count and the CSV download. */
export function Toolbar({ text, onText, onTextEnd, rowCount, onDownload }: Props) {
  return (
    <div className={classes.toolbar}>
      <TextInput
        className={classes.search}
        type="search"
        placeholder="Filter results..."
        aria-label="Filter results"
        leftSection={<IconSearch size={16} />}
        value={text}
        onChange={(event) => onText(event.currentTarget.value)}
        onBlur={onTextEnd}
      />
      <TipButton name="About this table" tip={HELP} icon={<IconInfoCircle size={18} />} />
      <output className={classes.count}>
        <b>{rowCount.toLocaleString('en-US')}</b> Rows
      </output>
      <Button
        variant="default"
        leftSection={<IconDownload size={16} />}
        disabled={rowCount === 0}
        onClick={onDownload}
      >
        Download CSV
      </Button>
    </div>
  );
}
