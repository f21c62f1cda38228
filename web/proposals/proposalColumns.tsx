import { IconAlertTriangle, IconBan } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import { isItemKind } from '../../contract/kinds.ts';
import { kindText } from '../history/changesPage/changeWords.ts';
import { isShort, OldAndNew } from '../history/OldAndNew.tsx';
import { itemPath } from '../lib/paths.ts';
import { type Quarter, useQuarter } from '../terms/lookups.ts';
import type { Column } from '../ui/table/column.ts';
import { Outcome, outcomeText } from './Outcome.tsx';
import classes from './proposal.module.css';
import { type Cell, cellOf, cellText, type Field, fieldsOf, type Line, messagesOf } from './proposalLines.ts';

/** The columns of a proposal, the columns of its cards on a phone, and the secondary row. */
interface Columns {
  columns: readonly Column<Line>[];
  cards: readonly Column<Line>[];
  secondaryRow: Column<Line>;
}

/** Built from all rows, so that the columns stay when some rows are hidden. */
export function useProposalColumns(lines: readonly Line[]): Columns {
  const quarter = useQuarter();
  return useMemo(() => {
    const fields = fieldsOf(lines);
    const isMixed = lines.some(({ row }) => row.kind !== lines[0]?.row.kind);
    const isOfFile = lines[0]?.number !== undefined;
    return {
      columns: [
        ...(isOfFile ? [number] : []),
        outcome,
        ...(isMixed ? [kind] : []),
        item,
        ...fields.map((field) => columnOf(field, quarter)),
      ],
      cards: [
        outcome,
        item,
        ...(isOfFile ? [numberInWords] : []),
        ...(isMixed ? [kind] : []),
        factsOf(fields, quarter),
      ],
      secondaryRow,
    };
  }, [lines, quarter]);
}

const number: Column<Line> = { id: 'row', header: 'Row', value: ({ number }) => number ?? null };

const numberInWords: Column<Line> = {
  ...number,
  cell: (line) => `Row ${line.number?.toLocaleString('en-US') ?? ''}`,
};

const outcome: Column<Line> = {
  id: 'outcome',
  header: 'Outcome',
  value: ({ shown }) => outcomeText(shown),
  cell: ({ shown }) => <Outcome row={shown} />,
};

const kind: Column<Line> = { id: 'kind', header: 'Kind', value: ({ row }) => kindText(row.kind) };

const item: Column<Line> = {
  id: 'item',
  header: 'Item',
  value: ({ name }) => name,
  to: ({ row, shown: { key } }) => (key !== null && isItemKind(row.kind) ? itemPath(row.kind, key) : null),
};

function columnOf(field: Field, quarter: Quarter): Column<Line> {
  const cellIn = (line: Line) => cellOf(line, field, quarter);
  return {
    id: [...field.names.values()][0] ?? field.label,
    header: field.label,
    value: (line) => {
      const cell = cellIn(line);
      return cell && cellText(cell);
    },
    sort: (line) => cellIn(line)?.after ?? null,
    cell: (line) => {
      const cell = cellIn(line);
      return cell ? valueIn(cell, line) : undefined;
    },
  };
}

/** Undefined for a value that needs no mark. */
function valueIn(cell: Cell, { shown }: Line): ReactNode {
  if (cell.isRefused)
    return (
      <span className={classes.invalid} aria-describedby={`why-${shown.index}`}>
        <IconBan size={14} role="img" aria-label="Error:" />
        <span>{cellText(cell) ?? 'empty'}</span>
      </span>
    );
  if (!cell.isChanged) return undefined;
  return (
    <span className={classes.change} data-long={!isShort(cell.before, cell.after) || undefined}>
      <OldAndNew before={cell.before} after={cell.after} />
    </span>
  );
}

/** The content of a card: 'End Term none → F25'. */
const factsOf = (fields: readonly Field[], quarter: Quarter): Column<Line> => {
  const filledCells = (line: Line) =>
    fields.flatMap((field) => {
      const cell = cellOf(line, field, quarter);
      const text = cell && cellText(cell);
      return cell && (text !== null || cell.isRefused) ? [{ label: field.label, cell, text }] : [];
    });
  return {
    id: 'facts',
    header: 'Facts',
    value: (line) =>
      filledCells(line)
        .map(({ label, text }) => `${label} ${text ?? ''}`)
        .join(', '),
    sort: false,
    cell: (line) =>
      filledCells(line).map(({ label, cell, text }) => (
        <p key={label} className={classes.fact}>
          <span>{label}</span> <span>{valueIn(cell, line) ?? <b>{text}</b>}</span>
        </p>
      )),
  };
};

const secondaryRow: Column<Line> = {
  id: 'why',
  header: 'Why',
  value: (line) => {
    const { errors, warnings } = messagesOf(line);
    return [...errors, ...warnings].join(' ') || null;
  },
  cell: (line) => {
    const { errors, warnings } = messagesOf(line);
    return (
      <div id={`why-${line.shown.index}`}>
        {errors.map((text) => (
          <p key={text} className={classes.error}>
            {text}
          </p>
        ))}
        {warnings.map((text) => (
          <p key={text} className={classes.warning}>
            <IconAlertTriangle size={14} aria-hidden /> <span>{text}</span>
          </p>
        ))}
      </div>
    );
  },
};
