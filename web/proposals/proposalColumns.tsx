import { IconAlertTriangle, IconBan } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import type { Quarter } from '../../contract/columns/quarters.ts';
import { isItemKind } from '../../contract/kinds.ts';
import { kindText } from '../history/changesPage/changeWords.ts';
import { readEarlierValueKey } from '../history/earlierValueKey.ts';
import { isShort, OldAndNew } from '../history/OldAndNew.tsx';
import { itemPath } from '../lib/paths.ts';
import { useQuarter } from '../terms/lookups.ts';
import type { Column } from '../ui/table/column.ts';
import { Correction } from './Correction.tsx';
import { outcomeText } from './Outcome.tsx';
import classes from './proposal.module.css';
import type { FileCell, Source } from './proposal.ts';
import { type Cell, cellOf, cellText, type Field, fieldsOf, type Line, messagesOf } from './proposalLines.ts';
import { RowCheckbox } from './RowCheckbox.tsx';

/** The columns of a proposal, the columns of its cards on a phone, and the secondary row. */
interface Columns {
  columns: readonly Column<Line>[];
  cards: readonly Column<Line>[];
  secondaryRow: Column<Line>;
}

/**
 * Built from all rows, so that the columns stay when some rows are hidden. Cells of a file that have errors can be corrected.
 */
export function useProposalColumns(lines: readonly Line[], source: Source | undefined): Columns {
  const quarter = useQuarter();
  return useMemo(() => {
    // What changes is visible without scrolling.
    const isChanged = ({ names }: Field) =>
      lines.some(
        ({ row, shown }) =>
          shown.outcome === 'update' && shown.fields.some(({ name }) => name === names.get(row.kind)),
      );
    const all = fieldsOf(lines);
    const fields = [...all.filter(isChanged), ...all.filter((field) => !isChanged(field))];
    const isMixed = lines.some(({ row }) => row.kind !== lines[0]?.row.kind);
    const isOfFile = lines[0]?.number !== undefined;
    return {
      columns: [
        ...(isOfFile ? [number] : []),
        outcome,
        ...(isMixed ? [kind] : []),
        item,
        ...fields.map((field) => columnOf(field, quarter, source)),
      ],
      cards: [
        outcome,
        item,
        ...(isOfFile ? [numberInWords] : []),
        ...(isMixed ? [kind] : []),
        factsOf(fields, quarter, source),
      ],
      secondaryRow: secondaryRowOf(new Set(fields.flatMap(({ names }) => [...names.values()])), source),
    };
  }, [lines, quarter, source]);
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
  cell: (line) => <RowCheckbox line={line} />,
};

const kind: Column<Line> = { id: 'kind', header: 'Kind', value: ({ row }) => kindText(row.kind) };

const item: Column<Line> = {
  id: 'item',
  header: 'Item',
  value: ({ name }) => name,
  mark: ({ mark }) =>
    mark && (
      <>
        {' '}
        <span className={classes.ended}>{mark}</span>
      </>
    ),
  to: ({ row: { kind }, shown: { key } }) => {
    if (key === null) return null;
    const item = readEarlierValueKey({ kind, key }) ?? { kind, key };
    return isItemKind(item.kind) ? itemPath(item.kind, item.key) : null;
  },
};

function columnOf(field: Field, quarter: Quarter, source: Source | undefined): Column<Line> {
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
      return cell ? valueIn(cell, line, field, source) : undefined;
    },
  };
}

/** Undefined for a value that needs no mark. */
function valueIn(cell: Cell, line: Line, { names }: Field, source: Source | undefined): ReactNode {
  const { row, shown } = line;
  if (cell.isRefused) {
    const [fileCell] = source?.cellsOf(shown.index, names.get(row.kind)) ?? [];
    if (source && fileCell) return <CorrectionIn line={line} cell={fileCell} source={source} />;
    return (
      <span className={classes.invalid} aria-describedby={idOfWhy(line)}>
        <IconBan size={14} role="img" aria-label="Error:" />
        <span>{cellText(cell) ?? 'empty'}</span>
      </span>
    );
  }
  if (source?.isFilledIn(shown.index, names.get(row.kind)) && cell.after !== null)
    return (
      <>
        <span>{cell.after}</span> <span className={classes.filledIn}>filled in</span>
      </>
    );
  if (!cell.isChanged) return undefined;
  return (
    <span className={classes.change} data-long={!isShort(cell.before, cell.after) || undefined}>
      <OldAndNew before={cell.before} after={cell.after} />
    </span>
  );
}

const idOfWhy = ({ shown }: Line) => `why-${shown.index}`;

interface CorrectionProps {
  line: Line;
  cell: FileCell;
  source: Source;
}

const CorrectionIn = ({ line, cell, source }: CorrectionProps) => (
  <Correction
    cell={cell}
    number={line.number}
    reason={idOfWhy(line)}
    onCorrect={(text) => source.correct(line.shown.index, cell, text)}
  />
);

/** The content of a card: 'End Term none → F25'. */
const factsOf = (fields: readonly Field[], quarter: Quarter, source: Source | undefined): Column<Line> => {
  const filledCells = (line: Line) =>
    fields.flatMap((field) => {
      const cell = cellOf(line, field, quarter);
      const text = cell && cellText(cell);
      return cell && (text !== null || cell.isRefused) ? [{ field, cell, text }] : [];
    });
  return {
    id: 'facts',
    header: 'Facts',
    value: (line) =>
      filledCells(line)
        .map(({ field, text }) => `${field.label} ${text ?? ''}`)
        .join(', '),
    sort: false,
    cell: (line) =>
      filledCells(line).map(({ field, cell, text }) => (
        <p key={field.label} className={classes.fact}>
          <span>{field.label}</span> <span>{valueIn(cell, line, field, source) ?? <b>{text}</b>}</span>
        </p>
      )),
  };
};

/** The messages of a row. An error at none of the `fields` that have columns can be corrected here. */
const secondaryRowOf = (fields: ReadonlySet<string>, source: Source | undefined): Column<Line> => ({
  id: 'why',
  header: 'Why',
  value: (line) => {
    const { errors, warnings } = messagesOf(line);
    return [...errors, ...warnings].join(' ') || null;
  },
  cell: (line) => {
    const { errors, warnings } = messagesOf(line);
    const { index, errors: own, label } = line.shown;
    const cells = new Map(
      own
        .filter(({ field }) => field === undefined || !fields.has(field))
        .flatMap(({ field }) => source?.cellsOf(index, field) ?? [])
        .map((cell) => [cell.column, cell]),
    );
    return (
      <div id={idOfWhy(line)}>
        {source && errors.length > 0 && label !== null && (
          <p className={classes.existingItem}>{`This row would change ${label}, which exists.`}</p>
        )}
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
        {source &&
          [...cells.values()].map((cell) => (
            <p key={cell.column} className={classes.fact}>
              <span>{cell.label}</span> <CorrectionIn line={line} cell={cell} source={source} />
            </p>
          ))}
      </div>
    );
  },
});
