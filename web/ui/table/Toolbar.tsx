import { TextInput } from '@mantine/core';
import { IconInfoCircle, IconSearch } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useShortcut } from '../keys/shortcut.ts';
import { More } from '../More.tsx';
import { TipButton } from '../popups/TipButton.tsx';
import { Downloads, type Props as DownloadsProps } from './Downloads.tsx';
import classes from './table.module.css';

interface Props {
  text: string;
  onText: (text: string) => void;
  /** Called when the filter input loses the focus. */
  onTextEnd: () => void;
  /** Called when the Down key is pressed in the filter input. */
  onDown: () => void;
  rowCount: number;
  /** Shown beside the filter; on a phone behind ⋯. */
  scope?: ReactNode;
  /** The order of the rows, where the table has no header. */
  sorting?: ReactNode;
  /** Shown between the count and the downloads; on a narrow screen behind ⋯. */
  tools?: ReactNode;
  /** The actions of the download buttons, or false for none. */
  downloads: false | Omit<DownloadsProps, 'disabled'>;
}

// Spec 2.
const HELP =
  'Sortable columns have an icon. Holding shift and clicking sorts by multiple columns. The search bar filters only the table rows.';

/** The filter, a help button, the row count and the downloads. */
export function Toolbar({
  text,
  onText,
  onTextEnd,
  onDown,
  rowCount,
  scope,
  sorting,
  tools,
  downloads,
}: Props) {
  const filterKey = useShortcut('/', 'Filter the rows');
  return (
    <div className={classes.toolbar} data-toolbar>
      <TextInput
        className={classes.search}
        type="search"
        placeholder="Filter results..."
        aria-label="Filter results"
        {...filterKey}
        leftSection={<IconSearch size={16} />}
        rightSection={text || !('title' in filterKey) ? null : <kbd className={classes.key}>/</kbd>}
        rightSectionPointerEvents="none"
        value={text}
        onChange={(event) => onText(event.currentTarget.value)}
        onBlur={onTextEnd}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          onDown();
        }}
      />
      <TipButton name="About this table" tip={HELP} icon={<IconInfoCircle size={18} />} />
      {scope && <div className={classes.scope}>{scope}</div>}
      <output className={classes.count}>
        <b>{rowCount.toLocaleString('en-US')}</b> Rows
      </output>
      {sorting}
      {(scope || tools || downloads) && (
        <More name="More" below="wide">
          {tools}
          {downloads && <Downloads disabled={rowCount === 0} {...downloads} />}
        </More>
      )}
    </div>
  );
}
