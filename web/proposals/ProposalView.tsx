import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { errorsOf } from '../lib/api.ts';
import { returning } from '../lib/lastUrl.ts';
import { useUrlParams } from '../lib/searchParams.ts';
import { LoadError, useHasLoadError } from '../ui/LoadError.tsx';
import { Loader } from '../ui/Loader.tsx';
import { problemOf } from '../ui/reason/reason.ts';
import { ResultTable } from '../ui/table/ResultTable.tsx';
import { type Agreed, ApplyBar, rowsText } from './ApplyBar.tsx';
import { namesOf } from './itemLabels.ts';
import { OutcomeChips } from './OutcomeChips.tsx';
import classes from './proposal.module.css';
import { chosenRows, isWarned, namedWarnings, type Previewed, type Proposal } from './proposal.ts';
import { useProposalColumns } from './proposalColumns.tsx';
import { type Group, groups, isIn, type Line, messagesOf } from './proposalLines.ts';
import { previewQuery } from './proposalQueries.ts';
import { useApply } from './useApply.ts';
import { useLabels } from './useLabels.ts';
import { useReason } from './useReason.ts';

interface Props {
  /** Its list of rows must be stable: another list is another proposal. */
  proposal: Proposal;
  /** Where Cancel leads. */
  back: string;
}

/** A proposal: what saving it would do, row by row, and its foot. When it is saved, the address names the change set. */
export function ProposalView({ proposal, back }: Props) {
  const navigate = useNavigate();
  const reading = useQuery(previewQuery(proposal));
  const { data, error } = reading;
  const hasLoadError = useHasLoadError(reading);
  const leave = () => void navigate(back, { state: returning });
  if (hasLoadError)
    return (
      <>
        {error && (
          <div role="alert" className={classes.notice}>
            {errorsOf(error).map(({ code, message }) => (
              <p key={code}>{message}</p>
            ))}
          </div>
        )}
        <LoadError what="What would change" reading={reading} />
      </>
    );
  if (!data)
    return (
      <div className={classes.waiting}>
        <Loader label="The changes are being checked" />
        <Button variant="default" onClick={leave}>
          Cancel
        </Button>
      </div>
    );
  const isOld = data.rows !== proposal.rows || reading.isFetching;
  const lookAgain = () => void reading.refetch();
  return <Shown {...{ proposal, previewed: data, isOld, lookAgain, leave }} />;
}

interface ShownProps {
  proposal: Proposal;
  previewed: Previewed;
  /** Another preview is on its way. */
  isOld: boolean;
  lookAgain: () => void;
  leave: () => void;
}

/** What has stood in the way of a save, for the rows that it was about. */
interface Notice {
  of: Proposal['rows'];
  text: string;
  /** By the index of a row: what the server says of it. */
  messages: ReadonlyMap<number, string>;
}

const none: Agreed = { refused: false, warned: false };
const CANCELLED = 'Saving was canceled. Everything is shown as it is now.';
const lineKey = ({ shown }: Line) => shown.index;
const rowProps = ({ shown, changedSince }: Line) => {
  const isNoted = isWarned(shown) || changedSince !== undefined;
  return { className: shown.outcome === 'refused' ? classes.refused : isNoted ? classes.warned : undefined };
};

function Shown({ proposal, previewed, isOld, lookAgain, leave }: ShownProps) {
  const { rows, preview } = previewed;
  const { counts } = preview;
  const { origin, title, source } = proposal;
  const { change } = useUrlParams();
  const { reason, setReason, forget } = useReason(title);
  const [chosen, setChosen] = useState<ReadonlySet<Group>>(
    () => new Set(groups.filter((group) => group !== 'same')),
  );
  // One agrees to what is shown, not to what another preview says.
  const [agreed, setAgreed] = useState({ to: previewed, ticks: none });
  const ticks = agreed.to === previewed ? agreed.ticks : none;
  const [notice, setNotice] = useState<Notice>();
  const noticed = notice?.of === rows ? notice : undefined;

  const labelOf = useLabels(previewed);
  const rowNames = useMemo(() => namesOf(previewed, labelOf), [previewed, labelOf]);
  const lines = useMemo(
    () =>
      preview.rows.map((shown, at): Line => {
        const row = rows[at] as Line['row'];
        const { index } = shown;
        return {
          row,
          shown,
          name: rowNames[at] ?? '',
          number: source?.numbers[index],
          changedSince: noticed?.messages.get(index),
        };
      }),
    [rows, preview, rowNames, source, noticed],
  );
  const items = useMemo(() => lines.filter((line) => isIn(chosen, line)), [lines, chosen]);
  const { columns, cards, secondaryRow } = useProposalColumns(lines);
  const {
    rows: sent,
    indexes,
    changes,
  } = useMemo(
    () => chosenRows(previewed, (row) => isWarned(row) && !ticks.warned),
    [previewed, ticks.warned],
  );

  const { save, isSaving, isOtherSaving, cancel } = useApply({
    forget,
    onSaved: (requestId) => change((now) => now.set('saved', requestId), { replace: true }),
    onRefused: (messages) => {
      const names = lines.filter(({ shown }) => messages.has(shown.index)).map(({ name }) => name);
      setNotice({ of: rows, text: changedText(names), messages });
      lookAgain();
    },
    onCancelled: () => {
      setNotice({ of: rows, text: CANCELLED, messages: new Map() });
      lookAgain();
    },
  });
  const conflict = isOld
    ? 'The changes are being checked'
    : isOtherSaving
      ? 'The save before this one is still under way'
      : (conflictOf(previewed, ticks, changes) ?? problemOf(reason) ?? null);
  return (
    <>
      {noticed && (
        <p role="alert" className={classes.notice}>
          {noticed.text}
        </p>
      )}
      <div className={classes.top}>
        <OutcomeChips counts={counts} chosen={chosen} onChoose={setChosen} />
        {source && counts.refused > 0 && (
          <Button
            variant="default"
            leftSection={<IconDownload size={16} />}
            onClick={() => source.download(reasonsOf(lines))}
          >
            Download the <span>{rowsText(counts.refused, 'refused')}</span>
          </Button>
        )}
      </div>
      <div className={classes.rows} data-old={isOld || undefined}>
        <ResultTable
          label="Changes"
          exportName="proposal"
          columns={columns}
          cards={cards}
          secondaryRow={secondaryRow}
          items={items}
          keyOf={lineKey}
          rowProps={rowProps}
        />
      </div>
      <ApplyBar
        refused={counts.refused}
        warned={counts.warned}
        changes={changes}
        areSomeLeftOut={changes < counts.create + counts.update + counts.delete || counts.refused > 0}
        conflict={conflict}
        agreed={ticks}
        onAgree={(next) => setAgreed({ to: previewed, ticks: next })}
        reason={reason}
        onReason={setReason}
        isSaving={isSaving}
        onApply={() => {
          setNotice(undefined);
          const body = { origin, title, reason: reason.trim() || null, rows: sent };
          save({ sent: body, indexes, isConfirmed: ticks.warned });
        }}
        onCancel={() => {
          if (isSaving) return cancel();
          forget();
          return leave();
        }}
      />
    </>
  );
}

/** Why nothing can be saved as the ticks stand, and what to do. */
function conflictOf({ preview }: Previewed, ticks: Agreed, changes: number): string | null {
  const { refused, warned } = preview.counts;
  if (refused > 0 && !ticks.refused)
    return refused === 1
      ? 'Leave out the refused row, or mend it'
      : `Leave out the ${refused.toLocaleString('en-US')} refused rows, or mend them`;
  // Of very many the server does not say which they are, so they cannot be left out.
  if (!ticks.warned && warned > 0 && (changes === 0 || namedWarnings(preview) < warned))
    return 'Tick that the rows to confirm are saved all the same';
  return changes === 0 ? 'Nothing would change' : null;
}

/** Why rows are refused, by their index. */
const reasonsOf = (lines: readonly Line[]): ReadonlyMap<number, readonly string[]> =>
  new Map(
    lines
      .filter(({ shown }) => shown.outcome === 'refused')
      .map((line) => [line.shown.index, messagesOf(line).refusals]),
  );

/** As many rows are named. */
const NAMED = 5;

function changedText(names: readonly string[]): string {
  const named = `${names.slice(0, NAMED).join(', ')}${names.length > NAMED ? ' and others' : ''}`;
  const what = named ? `No longer as it was shown: ${named}.` : 'There is more to confirm than was shown.';
  return `Nothing was saved. ${what} Everything is shown as it is now: look at it and apply again.`;
}
