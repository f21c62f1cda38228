import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { isChanging } from '../lib/api.ts';
import { problemOf } from '../ui/reason/reason.ts';
import { ResultTable } from '../ui/table/ResultTable.tsx';
import { ShortTable } from '../ui/table/ShortTable.tsx';
import { AllRows } from './AllRows.tsx';
import { ApplyBar } from './ApplyBar.tsx';
import { type Confirmed, noneConfirmed, selectedIndexes } from './confirmedRows.ts';
import { ExistingNote } from './ExistingNote.tsx';
import { namesOf } from './itemLabels.ts';
import { OutcomeChips } from './OutcomeChips.tsx';
import classes from './proposal.module.css';
import { chosenRows, isWarned, type Previewed, type Proposal, type Saved } from './proposal.ts';
import { useProposalColumns } from './proposalColumns.tsx';
import { type Group, groups, isIn, type Line, lineId, messagesOf } from './proposalLines.ts';
import {
  allText,
  CHECKING,
  changedText,
  conflictOf,
  importText,
  noteOf,
  reasonsOf,
  rowsText,
  sumText,
} from './proposalTexts.ts';
import { canSelect, SelectedRows } from './RowCheckbox.tsx';
import { FEW, type RowSelection, rowId, setRows, toggleRow } from './rowSelection.ts';
import { useApply } from './useApply.ts';
import { useConfirmedSelection } from './useConfirmedSelection.ts';
import { useLabels } from './useLabels.ts';
import { useReason } from './useReason.ts';

export interface ProposalProps {
  /** Its list of rows must be stable: another list is another proposal. */
  proposal: Proposal;
  /** Why it is not what the user wants now, and what to do; another proposal may be about to replace it. */
  outdated?: string | undefined;
  /** Null until the user has selected. */
  selection: RowSelection | null;
  onSelect: (next: RowSelection) => void;
  onCancel: () => void;
  /** Called after a save, unless the user has left the screen. */
  onSaved: (saved: Saved) => void;
}

interface Props extends ProposalProps {
  previewed: Previewed;
  /** Another preview is loading. */
  isStale: boolean;
  reload: () => void;
}

/** The conflicts of a failed save, for the rows of that save. */
interface Notice {
  of: Proposal['rows'];
  text: string;
  /** The server's message by row index. */
  messages: ReadonlyMap<number, string>;
}

const CANCELED = 'Saving was canceled. The preview shows the current data.';
const lineKey = ({ shown }: Line) => shown.index;
const rowProps = ({ shown, changedSince }: Line) => {
  const hasMessages = isWarned(shown) || changedSince !== undefined;
  return {
    className:
      shown.outcome === 'refused' ? classes.hasErrors : hasMessages ? classes.hasWarnings : undefined,
  };
};
const isUpdate = ({ shown }: Line) => shown.outcome === 'update';
const onlyUpdates: ReadonlySet<Group> = new Set(['update']);
const rowKeys = ['Space select', 'E correct'];

/** The rows of a preview, those that are selected and confirmed, and the bar that applies them. */
export function ProposalPreview({
  proposal,
  previewed,
  isStale,
  reload,
  outdated,
  selection: ownSelection,
  onSelect,
  onCancel,
  onSaved,
}: Props) {
  const { rows, preview } = previewed;
  const { counts } = preview;
  const { origin, title, source, marks } = proposal;
  const { reason, setReason, forget } = useReason(title, proposal.reason);
  const isLong = rows.length > FEW;
  const [groupsShown, setGroups] = useState<ReadonlySet<Group>>();
  // The user confirms the visible preview, not another.
  const [confirmation, setConfirmation] = useState({ of: previewed, given: noneConfirmed });
  const confirmed = confirmation.of === previewed ? confirmation.given : noneConfirmed;
  // The running save has the rows that were selected before.
  const confirm = (given: Confirmed) => isChanging() || setConfirmation({ of: previewed, given });
  const [notice, setNotice] = useState<Notice>();
  const currentNotice = notice?.of === rows ? notice : undefined;

  const labelOf = useLabels(previewed);
  const rowNames = useMemo(() => namesOf(previewed, labelOf), [previewed, labelOf]);
  const lines = useMemo(
    () =>
      preview.rows.map((shown, at): Line => {
        const row = rows[at] as Line['row'];
        const { index } = shown;
        return {
          mark: marks?.get(rowId(row)),
          row,
          shown,
          name: rowNames[at] ?? '',
          number: source?.numbers[index],
          changedSince: currentNotice?.messages.get(index),
        };
      }),
    [rows, preview, rowNames, source, marks, currentNotice],
  );
  // If most rows are new, the file may have the codes of other items by mistake.
  const isMostlyNew = source !== undefined && counts.create > counts.update;
  const overwritten = useMemo(() => (isMostlyNew ? lines.filter(isUpdate) : []), [isMostlyNew, lines]);
  const overwrittenIds = useMemo(() => overwritten.map(lineId), [overwritten]);
  const { selection, select } = useConfirmedSelection(ownSelection, overwrittenIds, onSelect);
  const chosenGroups = useMemo(
    () =>
      groupsShown ??
      new Set(groups.filter((group) => group !== 'same' || !isLong || counts.same === rows.length)),
    [groupsShown, isLong, counts, rows],
  );
  const isFiltered = isLong || overwritten.length > 0;
  const items = useMemo(
    () => (isFiltered ? lines.filter((line) => isIn(chosenGroups, line)) : lines),
    [lines, isFiltered, chosenGroups],
  );
  const { columns, cards, secondaryRow } = useProposalColumns(lines, source);
  const indexes = useMemo(() => selectedIndexes(lines, selection, confirmed), [lines, selection, confirmed]);
  const chosen = useMemo(
    () => chosenRows(previewed, ({ index }) => !indexes.has(index)),
    [previewed, indexes],
  );
  const { changes } = chosen;
  const total = lines.length - counts.same;
  const sum = source ? null : sumText(changes, lines.length, counts);
  const note = noteOf(total - changes, counts.refused);
  const kind = rows[0]?.kind ?? '';
  const updates = lines.filter((line) => isUpdate(line) && indexes.has(line.shown.index)).length;

  const { save, isSaving, isOtherSaving, cancel } = useApply({
    forget,
    onSaved,
    onRejected: (messages) => {
      const names = lines.filter(({ shown }) => messages.has(shown.index)).map(({ name }) => name);
      setNotice({ of: rows, text: changedText(names), messages });
      reload();
    },
    onCanceled: () => {
      setNotice({ of: rows, text: CANCELED, messages: new Map() });
      reload();
    },
  });
  const toggle = (line: Line) => {
    const { shown } = line;
    if (!isWarned(shown)) return select(toggleRow(selection, lineId(line)));
    const others = new Set(
      lines.filter((one) => isWarned(one.shown) && indexes.has(one.shown.index)).map(lineKey),
    );
    if (!others.delete(shown.index)) others.add(shown.index);
    return confirm({ isAll: false, indexes: others });
  };
  const selectable = lines.filter(({ shown }) => canSelect(shown) && !isWarned(shown));
  const conflict =
    outdated ??
    (isStale
      ? CHECKING
      : isOtherSaving
        ? 'The previous save is still running'
        : (conflictOf(previewed, confirmed, changes) ?? problemOf(reason) ?? null));
  const table = {
    label: 'Changes',
    columns,
    cards,
    secondaryRow,
    items,
    keyOf: lineKey,
    rowProps,
    rowKeys: source ? rowKeys : rowKeys.slice(0, 1),
  };
  return (
    <>
      {currentNotice && (
        <p role="alert" className={classes.notice}>
          {currentNotice.text}
        </p>
      )}
      {(source || sum) && <p className={classes.outcomes}>{sum ?? importText(kind, counts)}</p>}
      {overwritten.length > 0 && (
        <ExistingNote
          kind={kind}
          names={overwritten.map(({ name }) => name)}
          selected={updates}
          onSelect={(areSelected) => select(setRows(selection, overwrittenIds, areSelected))}
          areOnlyTheseShown={groupsShown === onlyUpdates}
          onShowOnly={(isOn) => setGroups(isOn ? onlyUpdates : undefined)}
        />
      )}
      <div className={classes.top}>
        {selectable.length > 1 && (
          <AllRows
            label={
              sum !== null && counts.same > 0
                ? `All ${rowsText(selectable.length)} that would change`
                : allText(selectable.length, counts)
            }
            count={selectable.length}
            selected={selectable.filter(({ shown }) => indexes.has(shown.index)).length}
            onSelect={select}
          />
        )}
        {isLong && <OutcomeChips counts={counts} chosen={chosenGroups} onChoose={setGroups} />}
        {source && counts.refused > 0 && (
          <Button
            variant="default"
            leftSection={<IconDownload size={16} />}
            onClick={() =>
              source.download(
                new Map(
                  lines
                    .filter(({ shown }) => shown.outcome === 'refused')
                    .map((line) => [line.shown.index, messagesOf(line).errors]),
                ),
              )
            }
          >
            <span>
              Download the <span>{rowsText(counts.refused)}</span> with errors
            </span>
          </Button>
        )}
      </div>
      <SelectedRows value={{ indexes, toggle }}>
        <div className={classes.rows} data-old={isStale || undefined}>
          {isLong ? <ResultTable {...table} exportName="proposal" /> : <ShortTable {...table} />}
        </div>
      </SelectedRows>
      <ApplyBar
        changes={changes}
        total={total}
        warningCount={counts.warned}
        areWarningsConfirmed={
          confirmed.isAll || (confirmed.indexes.size > 0 && confirmed.indexes.size === counts.warned)
        }
        onConfirmWarnings={(isAll) => confirm({ ...noneConfirmed, isAll })}
        conflict={conflict}
        note={
          source ? `${importText(kind, { create: changes - updates, update: updates })} ${note ?? ''}` : note
        }
        reason={reason}
        onReason={setReason}
        isSaving={isSaving}
        onApply={() => {
          setNotice(undefined);
          const body = {
            origin,
            title: proposal.titleOf?.(changes) ?? title,
            reason: reason.trim() || null,
            rows: chosen.rows,
          };
          const isConfirmed = confirmed.isAll || confirmed.indexes.size > 0;
          const skipped = new Map(
            lines
              .filter(({ shown }) => shown.outcome !== 'same' && !indexes.has(shown.index))
              .map((line) => [line.shown.index, reasonsOf(line)]),
          );
          const leftOut = { same: counts.same, skipped };
          save({ sent: body, changes, indexes: chosen.indexes, isConfirmed, leftOut });
        }}
        onCancel={() => {
          if (isSaving) return cancel();
          forget();
          return onCancel();
        }}
      />
    </>
  );
}
