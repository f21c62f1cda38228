import { TextInput } from '@mantine/core';
import { IconInfoCircle, IconSearch } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useLatest } from '../../lib/useLatest.ts';
import { TipButton } from '../popups/TipButton.tsx';
import { DownloadButton } from './DownloadButton.tsx';
import classes from './table.module.css';

interface Props {
  text: string;
  onText: (text: string) => void;
  /** Called when the filter input loses the focus. */
  onTextEnd: () => void;
  /** Called when the Down key is pressed in the filter input. */
  onDown: () => void;
  rowCount: number;
  /** Shown beside the filter. */
  scope?: ReactNode;
  /** Shown between the count and the downloads. */
  tools?: ReactNode;
  /** The actions of the download buttons, or false for none. */
  downloads: false | Record<'csv' | 'excel', () => Promise<void>>;
}

// Spec 2.
const HELP =
  'Sortable columns have an icon. Holding shift and clicking sorts by multiple columns. The search bar filters only the table rows.';

/** The filter, a help button, the row count and the downloads. */
export function Toolbar({ text, onText, onTextEnd, onDown, rowCount, scope, tools, downloads }: Props) {
  const filter = useRef<HTMLInputElement>(null);
  useSlash(() => {
    filter.current?.focus();
    filter.current?.select();
  });
  return (
    <div className={classes.toolbar}>
      <TextInput
        ref={filter}
        className={classes.search}
        type="search"
        placeholder="Filter results..."
        aria-label="Filter results"
        aria-keyshortcuts="/"
        leftSection={<IconSearch size={16} />}
        rightSection={text ? null : <kbd className={classes.key}>/</kbd>}
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
      {scope}
      <output className={classes.count}>
        <b>{rowCount.toLocaleString('en-US')}</b> Rows
      </output>
      {tools}
      {downloads && (
        <>
          <DownloadButton label="Download CSV" disabled={rowCount === 0} download={downloads.csv} />
          <DownloadButton label="Excel" disabled={rowCount === 0} download={downloads.excel} />
        </>
      )}
    </div>
  );
}

// A slash typed here is text.
const BOXES = 'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable], dialog *';

/** Calls `go` when the slash key is pressed, unless the user is typing or a dialog is open. */
function useSlash(go: () => void): void {
  const latest = useLatest(go);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey)
        return;
      if ((event.target as Element).matches(BOXES)) return;
      event.preventDefault();
      latest.current();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [latest]);
}
