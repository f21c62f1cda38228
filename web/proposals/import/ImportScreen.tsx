import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { type ImportMapping, importKinds } from '../../../contract/importMappings.ts';
import { titleOfFile } from '../../../contract/text.ts';
import { possibleColumns } from '../../../intake/columns.ts';
import { errorsOf, isChanging } from '../../lib/api.ts';
import { paths } from '../../lib/paths.ts';
import { importMappingsQuery, queryClient } from '../../lib/queries.ts';
import { put, useUrlParams } from '../../lib/searchParams.ts';
import { useSession } from '../../lib/session.ts';
import { useLatest } from '../../lib/useLatest.ts';
import { Card } from '../../ui/Card.tsx';
import { Loader } from '../../ui/Loader.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { ProposalView } from '../ProposalView.tsx';
import { CHECKING } from '../proposalTexts.ts';
import { ColumnsStep } from './ColumnsStep.tsx';
import { downloadRows } from './downloadRows.ts';
import { FileStep } from './FileStep.tsx';
import { ReadError } from './fileReader.ts';
import type { Outline } from './fileWorker.ts';
import { ImportedNote } from './ImportedNote.tsx';
import { ImportNotes } from './ImportNotes.tsx';
import classes from './import.module.css';
import { mappingFor, rememberMapping } from './importMappings.ts';
import { proposalOf } from './importProposal.ts';
import { aboutOf, memoryText, NOT_KEPT, questionOf, unconfirmed } from './importTexts.ts';
import { OpenFileNote } from './OpenFileNote.tsx';
import {
  change as changeFile,
  closeImported,
  correct,
  isUserOf,
  NO_FILE,
  type OpenFile,
  openSheet,
  pasteCells,
  readAs,
  openFile as readFile,
  restore,
  takeOver,
  useOpenFile,
} from './openFile.ts';
import { type Step, Steps } from './Steps.tsx';
import { useIntake } from './useIntake.ts';

/** Turns the rows of a file into a proposal: the file, its columns, and the preview. */
export default function ImportScreen() {
  const { params, change } = useUrlParams();
  const { user } = useSession();
  const openFile = useOpenFile();
  const isOwn = user !== null && isUserOf(openFile, user);
  const isOpen = openFile.is === 'open';
  const isAtFile = !params.has('step');
  const isToRestore = openFile.is === 'kept' && !isAtFile;
  const kind = kindIn(params);
  useEffect(() => {
    if (user && !isOwn) takeOver(user);
    else if (isToRestore) void restore();
  }, [user, isOwn, isToRestore]);
  const { data: mappings } = useQuery(importMappingsQuery);
  // Kept while they are read: cells that cannot be read can be corrected.
  const [cells, setCells] = useState('');
  const choose = (next: string) => change((now) => put(now, 'kind', next), { replace: true });
  const start = async (opened: Promise<OpenFile | undefined>) => {
    const file = await opened;
    const outline = file?.sheets[file.sheet];
    const known = await queryClient.ensureQueryData(importMappingsQuery).catch(() => []);
    if (file) setCells('');
    if (!outline) return;
    change((now) => {
      // The URL has the kind chosen just before the file, even if it is not rendered yet. The headers also show the kind of
      // data. A user who has not chosen it, and no colleague before, confirms it with the columns.
      const chosenKind = kindIn(now);
      const next = chosenKind || kindOf(outline, known);
      put(now, 'kind', next);
      put(now, 'step', chosenKind || mappingFor(known, outline.headers)?.kind === next ? 'check' : 'columns');
    });
  };
  const goToSheet = (sheet: number) => {
    if (openFile.is !== 'open' || !openFile.sheets[sheet]) return;
    openSheet(sheet);
    choose(kindOf(openFile.sheets[sheet], mappings ?? []));
  };

  if (!isOwn || isToRestore) return null;
  if (isOpen && !isAtFile)
    return (
      <OpenFileSteps
        key={`${openFile.id} ${openFile.sheet} ${kind}`}
        openFile={openFile}
        kind={kind}
        mapping={mappingFor(mappings ?? [], openFile.sheets[openFile.sheet]?.headers ?? [])}
        onKind={choose}
        onSheet={goToSheet}
        requestedStep={params.get('step')}
      />
    );
  const imported = openFile.is === 'none' ? openFile.imported : undefined;
  // With a shared link, the step has no file.
  const note = openFile.problem ?? (openFile.is === 'none' && !imported && !isAtFile ? NO_FILE : '');
  const { name, kind: openKind } = openFile.is === 'kept' ? openFile.kept : isOpen ? openFile : NONE;
  return (
    <ImportStep at="File" kind={isOpen ? kind : ''}>
      <Card>
        {name && <OpenFileNote name={name} to={stepPath(openKind, openKind ? 'check' : 'columns')} />}
        {imported && <ImportedNote key={imported.saved.requestId} {...imported} />}
        {note && (
          <p role="alert" className={classes.problem}>
            {note}
          </p>
        )}
        {openFile.is === 'reading' ? (
          <div className={classes.reading}>
            <Loader label={`Reading ${openFile.name}`} />
            <Button variant="default" onClick={openFile.cancel}>
              Cancel
            </Button>
          </div>
        ) : (
          <FileStep
            kind={kind}
            onKind={choose}
            onFile={(file) => void start(readFile(file))}
            cells={cells}
            onCells={setCells}
            onPaste={() => void start(pasteCells(cells))}
          />
        )}
      </Card>
    </ImportStep>
  );
}

const NONE = { name: '', kind: '' };

/** The kind of data according to the URL; empty if it has none. */
function kindIn(params: URLSearchParams): string {
  const kind = params.get('kind') ?? '';
  return importKinds.includes(kind) ? kind : '';
}

/** The kind of data of a sheet: as a colleague has imported it, or as its columns show. Empty if the user has to say. */
function kindOf({ headers, recognized: [best] }: Outline, mappings: readonly ImportMapping[]): string {
  return mappingFor(mappings, headers)?.kind ?? (best?.isLikely && best.isComplete ? best.kind : '');
}

/** The screen with the current step. */
function ImportStep({
  at,
  about,
  kind = '',
  children,
}: {
  at: Step;
  about?: string;
  kind?: string;
  children: ReactNode;
}) {
  const back = kind ? { File: stepPath(kind), Columns: stepPath(kind, 'columns') } : {};
  return (
    <Screen
      heading="Import"
      about={about && <p className={classes.about}>{about}</p>}
      actions={<Steps at={at} back={back} />}
    >
      {children}
    </Screen>
  );
}

/** The URL of a step. Without a step, it is the one that chooses a file. */
const stepPath = (kind: string, step = ''): string =>
  `${paths.import}?${new URLSearchParams({ kind, ...(step && { step }) }).toString()}`;

interface Props {
  openFile: OpenFile;
  kind: string;
  /** How a colleague has matched the columns of such a file. */
  mapping: ImportMapping | undefined;
  onKind: (kind: string) => void;
  onSheet: (sheet: number) => void;
  /** The step in the URL. */
  requestedStep: string | null;
}

const NO_COLUMNS = {};

/** A file that could be read: its columns, and the preview. */
function OpenFileSteps({ openFile, kind, mapping, onKind, onSheet, requestedStep }: Props) {
  const { change } = useUrlParams();
  const { sheets, sheet, choices, selection } = openFile;
  // As it was when the file was opened.
  const [remembered] = useState(() => (mapping?.kind === kind ? mapping : undefined));
  const own = openFile.kind === kind ? openFile.columns : undefined;
  const matching = own ?? remembered?.columns ?? NO_COLUMNS;
  const setMatching = (columns: Readonly<Record<string, string>>) => changeFile({ kind, columns });
  useEffect(() => {
    if (openFile.kind !== kind) changeFile({ kind, columns: undefined });
  }, [openFile.kind, kind]);
  const { data: intake, error, isFetching } = useIntake(openFile, kind, matching);
  // Another selection is the same proposal: its rows are not checked again.
  const latest = useLatest(openFile);
  const proposal = useMemo(
    () =>
      intake &&
      proposalOf(intake, titleOfFile(openFile.name), {
        download: (table) => void downloadRows(latest.current, table),
        correct,
      }),
    [intake, openFile.name, latest],
  );
  const goTo = (step: string) => change((now) => put(now, 'step', step));
  const conflicts = intake?.problems.map(({ message }) => message) ?? [];
  const open = intake ? unconfirmed(intake, matching) : [];
  const mustAsk = conflicts.length > 0 || open.length > 0;
  const isChecking = requestedStep === 'check' && !mustAsk;
  const isBlocked = requestedStep === 'check' && mustAsk && !isFetching;
  // A user who corrects the columns continues by clicking the button.
  useEffect(() => {
    if (isBlocked) change((now) => put(now, 'step', 'columns'), { replace: true });
  }, [isBlocked, change]);
  const check = () => {
    if (!intake) return;
    const columns = Object.fromEntries(
      intake.columns.filter(({ isNamed }) => isNamed).map(({ header, id }) => [header, id ?? '']),
    );
    // Exact names need no memory.
    if (open.length > 0 || Object.keys(matching).length > 0)
      void rememberMapping({ headers: [...(sheets[sheet]?.headers ?? [])], kind, columns });
    setMatching(columns);
    goTo('check');
  };
  return (
    <ImportStep at={isChecking ? 'Check' : 'Columns'} kind={kind} about={aboutOf(openFile, kind, intake)}>
      <Card>
        {openFile.isKept === false && <p className={classes.question}>{NOT_KEPT}</p>}
        {openFile.isRestored && (
          <p role="status" className={classes.about}>
            Your import has been restored.
          </p>
        )}
        {error && (
          <p role="alert" className={classes.problem}>
            {error instanceof ReadError ? error.message : errorsOf(error)[0]?.message}
          </p>
        )}
        {!error && kind !== '' && !intake && <Loader label={`Matching the columns of ${openFile.name}`} />}
        {isChecking && intake && proposal && (
          <>
            <ImportNotes
              intake={intake}
              notes={remembered && !own ? [memoryText(remembered)] : []}
              choices={choices}
              onChoose={(next) => isChanging() || changeFile({ choices: next })}
            />
            <ProposalView
              proposal={proposal}
              outdated={isFetching ? CHECKING : undefined}
              selection={selection}
              onSelect={(next) => changeFile({ selection: next })}
              onCancel={() => goTo('columns')}
              onSaved={(saved) => {
                closeImported({
                  name: openFile.name,
                  saved,
                  downloadSkipped: () => proposal.source?.download(saved.skipped),
                });
                change(
                  (now) => {
                    now.delete('step');
                    now.delete('kind');
                  },
                  { replace: true },
                );
              }}
            />
          </>
        )}
        {!isChecking && (
          <ColumnsStep
            kind={kind}
            onKind={onKind}
            sheets={sheets}
            sheet={sheet}
            onSheet={onSheet}
            onEncoding={(encoding) => void readAs(openFile, encoding)}
            columns={intake?.columns ?? []}
            fields={kind ? possibleColumns(kind) : []}
            onMatch={(header, id) => setMatching({ ...matching, [header]: id })}
            question={questionOf(sheets[sheet], kind, open.length)}
            conflicts={conflicts}
            isStale={isFetching}
            onCheck={check}
            // The file stays open until another is read.
            onOther={() => change((now) => now.delete('step'))}
          />
        )}
      </Card>
    </ImportStep>
  );
}
