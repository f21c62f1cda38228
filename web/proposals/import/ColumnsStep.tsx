import { Button, NativeSelect } from '@mantine/core';
import { useId } from 'react';
import type { FileColumn, PossibleColumn } from '../../../intake/intake.ts';
import { type Encoding, encodings } from '../../../sheets/encodings.ts';
import { counted } from '../../lib/counted.ts';
import { hintBelow } from '../../ui/form/SearchSelect.tsx';
import { shortcut } from '../../ui/keys/shortcut.ts';
import type { Outline } from './fileWorker.ts';
import classes from './import.module.css';
import { kindOptions } from './importTexts.ts';

interface Props {
  kind: string;
  onKind: (kind: string) => void;
  sheets: readonly Outline[];
  sheet: number;
  onSheet: (sheet: number) => void;
  /** Reads the file again. */
  onEncoding: (encoding: Encoding) => void;
  columns: readonly FileColumn[];
  /** All fields that a column can be matched to. */
  fields: readonly PossibleColumn[];
  onMatch: (header: string, id: string) => void;
  /** What the user has to decide. */
  question: string | undefined;
  /** The reasons why the rows cannot be checked with the current columns; empty if they can. */
  conflicts: readonly string[];
  /** The visible data is being read again. */
  isStale: boolean;
  onCheck: () => void;
  onOther: () => void;
}

/** Shows the kind of data and the field of each column, and lets the user correct them. */
export function ColumnsStep(props: Props) {
  const {
    kind,
    onKind,
    sheets,
    sheet,
    onSheet,
    onEncoding,
    columns,
    fields,
    onMatch,
    question,
    conflicts,
    isStale,
    onCheck,
    onOther,
  } = props;
  const id = useId();
  const encoding = sheets[sheet]?.encoding;
  const options = [{ value: '', label: 'Skip' }, ...fields.map(({ id, label }) => ({ value: id, label }))];
  const isReady = kind !== '' && conflicts.length === 0 && !isStale;
  return (
    <>
      <div className={classes.choices}>
        <NativeSelect
          label="Kind of data"
          data={[...(kind ? [] : [{ value: '', label: 'Choose' }]), ...kindOptions]}
          value={kind}
          onChange={(event) => onKind(event.currentTarget.value)}
        />
        {sheets.length > 1 && (
          <NativeSelect
            label="Sheet"
            data={sheets.map(({ name, hidden, rows }, at) => ({
              value: String(at),
              label: `${name}${hidden ? ' (hidden)' : ''}, ${counted(rows, 'row')}`,
            }))}
            value={String(sheet)}
            onChange={(event) => onSheet(Number(event.currentTarget.value))}
          />
        )}
        {encoding && (
          <NativeSelect
            label="Encoding"
            data={encodings}
            value={encoding}
            onChange={(event) => onEncoding(event.currentTarget.value as Encoding)}
          />
        )}
      </div>
      {question && (
        <p role="status" className={classes.question}>
          {question}
        </p>
      )}
      {columns.length > 0 && (
        <table className={classes.matching}>
          <caption>Columns</caption>
          <thead>
            <tr>
              <th scope="col">In the file</th>
              <th scope="col">First cells</th>
              <th scope="col">Field</th>
            </tr>
          </thead>
          <tbody translate="no">
            {columns.map(({ at, header, cells, id, isGuess }) => (
              <tr key={at} data-guess={isGuess || undefined}>
                <th scope="row">{header}</th>
                <td>{cells.join(', ')}</td>
                <td>
                  <NativeSelect
                    description={isGuess ? 'Guessed from the header' : undefined}
                    inputWrapperOrder={hintBelow}
                    aria-label={`Field for ${header}`}
                    data={options}
                    value={id ?? ''}
                    onChange={(event) => onMatch(header, event.currentTarget.value)}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div id={id} role="alert">
        {conflicts.map((text) => (
          <p key={text} className={classes.problem}>
            {text}
          </p>
        ))}
      </div>
      <div className={classes.actions}>
        <Button variant="default" onClick={onOther}>
          Another file
        </Button>
        {/* Not disabled, so that a screen reader can find the reason. */}
        <Button
          {...shortcut('Control+Enter', 'Check')}
          aria-disabled={!isReady}
          data-disabled={!isReady}
          aria-describedby={id}
          onClick={() => isReady && onCheck()}
        >
          Check
        </Button>
      </div>
    </>
  );
}
