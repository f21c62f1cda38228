import { Button, NativeSelect } from '@mantine/core';
import { useEffect, useId } from 'react';
import { useLatest } from '../../lib/useLatest.ts';
import { LinesInput } from '../../ui/form/LinesInput.tsx';
import { shortcut } from '../../ui/keys/shortcut.ts';
import { useNarrow } from '../../ui/table/useNarrow.ts';
import classes from './import.module.css';
import { kindOptions } from './importTexts.ts';
import { Template } from './Template.tsx';

interface Props {
  /** The kind of data; empty until it is chosen. */
  kind: string;
  onKind: (kind: string) => void;
  onFile: (file: File) => void;
  /** The pasted cells. */
  cells: string;
  onCells: (cells: string) => void;
  onPaste: () => void;
}

const kinds = [{ value: '', label: 'Detect from the column headers' }, ...kindOptions];

/** Chooses the kind of data and the file: by dialog, by drag and drop anywhere, or as pasted cells. */
export function FileStep({ kind, onKind, onFile, cells, onCells, onPaste }: Props) {
  const isPhone = useNarrow();
  const id = useId();
  useDropped(onFile);
  return (
    <div className={classes.file}>
      <NativeSelect
        label="Kind of data"
        data={kinds}
        value={kind}
        onChange={(event) => onKind(event.currentTarget.value)}
      />
      {kind && <Template kind={kind} />}
      <label className={classes.drop}>
        Choose a file
        <input
          type="file"
          accept=".csv,.tsv,.txt,.xlsx,.xlsm"
          aria-describedby={id}
          onChange={(event) => {
            const [file] = event.currentTarget.files ?? [];
            if (file) onFile(file);
          }}
        />
      </label>
      <p id={id} className={classes.hint}>
        {`CSV or Excel (XLSX)${isPhone ? '' : ', or drop it anywhere on this page'}. One of the first rows names the columns. An empty cell leaves a value as it is, (empty) clears it.`}
      </p>
      {isPhone ? (
        <p className={classes.hint}>To paste cells, and to look through many rows at once, use a computer.</p>
      ) : (
        <div className={classes.paste}>
          <LinesInput
            label="Or paste cells"
            description="Copied from a spreadsheet, with the row that names the columns"
            autoComplete="off"
            value={cells}
            onChange={(event) => onCells(event.currentTarget.value)}
          />
          {cells.trim() && (
            <Button variant="default" {...shortcut('Control+Enter', 'Read the cells')} onClick={onPaste}>
              Read the cells
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

/** Accepts a file that is dropped on the page. The browser would open it and leave the page. */
function useDropped(onFile: (file: File) => void): void {
  const latest = useLatest(onFile);
  useEffect(() => {
    const allow = (event: DragEvent) => event.preventDefault();
    const drop = (event: DragEvent) => {
      event.preventDefault();
      const [file] = event.dataTransfer?.files ?? [];
      if (file) latest.current(file);
    };
    window.addEventListener('dragover', allow);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragover', allow);
      window.removeEventListener('drop', drop);
    };
  }, [latest]);
}
