import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { errorsOf } from '../lib/api.ts';
import { restoreState } from '../lib/lastUrl.ts';
import { useUrlParams } from '../lib/searchParams.ts';
import { LoadError, useHasLoadError } from '../ui/LoadError.tsx';
import { Loader } from '../ui/Loader.tsx';
import { problemOf } from '../ui/reason/reason.ts';
import { ResultTable } from '../ui/table/ResultTable.tsx';
import { ApplyBar, type ApplyOptions, rowsText } from './ApplyBar.tsx';
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
  /** The page that Cancel opens. */
  back: string;
}

/** A proposal: a preview of its rows, and the bar that applies it. After the save, the URL has the ID of the change set. */
export function ProposalView({ proposal, back }: Props) {
  const navigate = useNavigate();
  const reading = useQuery(previewQuery(proposal));
  const { data, error } = reading;
  const hasLoadError = useHasLoadError(reading);
  const leave = () => void navigate(back, { state: restoreState });
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
        <LoadError what="The preview" reading={reading} />
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
  const isStale = data.rows !== proposal.rows || reading.isFetching;
  const reload = () => void reading.refetch();
  return <ProposalPreview {...{ proposal, previewed: data, isStale, reload, leave }} />;
}

interface PreviewProps {
  proposal: Proposal;
  previewed: Previewed;
  /** Another preview is loading. */
  isStale: boolean;
  reload: () => void;
  leave: () => void;
}

/** The conflicts of a failed save, for the rows of that save. */
interface Notice {
  of: Proposal['rows'];
  text: string;
  /** The server's message by row index. */
  messages: ReadonlyMap<number, string>;
}

const noConsent: ApplyOptions = { skipErrors: false, saveWarnings: false };
const CANCELED = 'Saving was canceled. The preview shows the current data.';
const lineKey = ({ shown }: Line) => shown.index;
const rowProps = ({ shown, changedSince }: Line) => {
  const hasMessages = isWarned(shown) || changedSince !== undefined;
  return {
    className:
      shown.outcome === 'refused' ? classes.hasErrors : hasMessages ? classes.hasWarnings : undefined,
  };
};

function ProposalPreview({ proposal, previewed, isStale, reload, leave }: PreviewProps) {
  const { rows, preview } = previewed;
  const { counts } = preview;
  const { origin, title, source } = proposal;
  const { change } = useUrlParams();
  const { reason, setReason, forget } = useReason(title);
  const [chosen, setChosen] = useState<ReadonlySet<Group>>(
    () => new Set(groups.filter((group) => group !== 'same')),
  );
  // The user consents to the visible preview, not to another.
  const [consent, setConsent] = useState({ to: previewed, given: noConsent });
  const given = consent.to === previewed ? consent.given : noConsent;
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
          row,
          shown,
          name: rowNames[at] ?? '',
          number: source?.numbers[index],
          changedSince: currentNotice?.messages.get(index),
        };
      }),
    [rows, preview, rowNames, source, currentNotice],
  );
  const items = useMemo(() => lines.filter((line) => isIn(chosen, line)), [lines, chosen]);
  const { columns, cards, secondaryRow } = useProposalColumns(lines);
  const {
    rows: sent,
    indexes,
    changes,
  } = useMemo(
    () => chosenRows(previewed, (row) => isWarned(row) && !given.saveWarnings),
    [previewed, given.saveWarnings],
  );

  const { save, isSaving, isOtherSaving, cancel } = useApply({
    forget,
    onSaved: (requestId) => change((now) => now.set('saved', requestId), { replace: true }),
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
  const conflict = isStale
    ? 'The changes are being checked'
    : isOtherSaving
      ? 'The previous save is still running'
      : (conflictOf(previewed, given, changes) ?? problemOf(reason) ?? null);
  return (
    <>
      {currentNotice && (
        <p role="alert" className={classes.notice}>
          {currentNotice.text}
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
            <span>
              Download the <span>{rowsText(counts.refused)}</span> with errors
            </span>
          </Button>
        )}
      </div>
      <div className={classes.rows} data-old={isStale || undefined}>
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
        errorCount={counts.refused}
        warningCount={counts.warned}
        changes={changes}
        isPartial={changes < counts.create + counts.update + counts.delete || counts.refused > 0}
        conflict={conflict}
        consent={given}
        onConsent={(next) => setConsent({ to: previewed, given: next })}
        reason={reason}
        onReason={setReason}
        isSaving={isSaving}
        onApply={() => {
          setNotice(undefined);
          const body = { origin, title, reason: reason.trim() || null, rows: sent };
          save({ sent: body, indexes, isConfirmed: given.saveWarnings });
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

/** The reason why the proposal cannot be saved with the current choices, and what to do. */
function conflictOf({ preview }: Previewed, given: ApplyOptions, changes: number): string | null {
  const { refused, warned } = preview.counts;
  if (refused > 0 && !given.skipErrors)
    return refused === 1
      ? 'Skip or correct the row with errors'
      : `Skip or correct the ${refused.toLocaleString('en-US')} rows with errors`;
  // The server does not identify all warnings if there are very many, so those rows cannot be skipped.
  if (!given.saveWarnings && warned > 0 && (changes === 0 || namedWarnings(preview) < warned))
    return "Select 'Save rows with warnings' to continue";
  return changes === 0 ? 'Nothing would change' : null;
}

/** The errors of rows by row index. */
const reasonsOf = (lines: readonly Line[]): ReadonlyMap<number, readonly string[]> =>
  new Map(
    lines
      .filter(({ shown }) => shown.outcome === 'refused')
      .map((line) => [line.shown.index, messagesOf(line).errors]),
  );

/** The number of rows that are named. */
const NAMED = 5;

function changedText(names: readonly string[]): string {
  const list = `${names.slice(0, NAMED).join(', ')}${names.length > NAMED ? ' and others' : ''}`;
  const problem = list
    ? `Changed since the preview: ${list}.`
    : 'There are more warnings than the preview showed.';
  return `Nothing was saved. ${problem} The preview now shows the current data: review it and apply again.`;
}
