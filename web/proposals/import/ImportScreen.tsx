import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { changeKinds } from '../../../contract/history.ts';
import { titleOfFile } from '../../../contract/text.ts';
import { possibleColumns } from '../../../intake/columns.ts';
import type { Intake } from '../../../intake/intake.ts';
import { kindText } from '../../history/changesPage/changeWords.ts';
import { errorsOf } from '../../lib/api.ts';
import { paths } from '../../lib/paths.ts';
import { put, useUrlParams } from '../../lib/searchParams.ts';
import { Card } from '../../ui/Card.tsx';
import { Loader } from '../../ui/Loader.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { downloadCsv, toCsv } from '../../ui/table/csv.ts';
import { ProposalView } from '../ProposalView.tsx';
import { SavedProposal } from '../SavedProposal.tsx';
import { ColumnsStep } from './ColumnsStep.tsx';
import { columnsNamed } from './columnsNamed.ts';
import { FileStep } from './FileStep.tsx';
import { ReadError } from './fileReader.ts';
import { ImportNotes } from './ImportNotes.tsx';
import classes from './import.module.css';
import { proposalOf } from './importProposal.ts';
import { ask, closeFile, type OpenFile, pasteCells, openFile as readFile, useOpenFile } from './openFile.ts';
import { type Matching, remember, rememberedFor } from './rememberedColumns.ts';
import { type Step, Steps } from './Steps.tsx';
import { useIntake } from './useIntake.ts';

const NO_FILE = 'The file is no longer open. Choose it again.';

/** Turns the rows of a file into a proposal: the file, its columns, the preview, and the saved change set. */
export default function ImportScreen() {
  const { params, change } = useUrlParams();
  const saved = params.get('saved');
  const openFile = useOpenFile();
  const isOpen = openFile.is === 'open';
  const kind = kindIn(params);
  // The proposal has been saved, so its file is no longer needed.
  useEffect(() => {
    if (saved) closeFile();
  }, [saved]);
  const choose = (next: string) => change((now) => put(now, 'kind', next), { replace: true });
  const start = async (opened: Promise<OpenFile | undefined>) => {
    const file = await opened;
    // A user who has gone to another screen keeps its URL.
    if (!file || !window.location.pathname.endsWith(paths.import)) return;
    const [likely = ''] = file.sheets[file.sheet]?.likely ?? [];
    change((now) => {
      // The URL has the kind chosen just before the file, even if it is not rendered yet. The headers also show the kind of
      // data. A user who has not chosen it confirms it with the columns.
      const chosenKind = kindIn(now);
      put(now, 'kind', chosenKind || likely);
      put(now, 'step', chosenKind ? 'check' : 'columns');
    });
  };

  if (saved)
    return (
      <ImportStep at="Done">
        <Card>
          <SavedProposal requestId={saved} back={{ to: paths.import, text: 'Import another file' }} />
        </Card>
      </ImportStep>
    );
  if (isOpen && params.has('step'))
    return (
      <OpenFileSteps
        key={`${openFile.id} ${kind}`}
        openFile={openFile}
        kind={kind}
        onKind={choose}
        requestedStep={params.get('step')}
      />
    );
  // After a reload, or with a shared link, the step has no file.
  const problem = openFile.is === 'none' ? (openFile.problem ?? (params.has('step') ? NO_FILE : '')) : '';
  return (
    <ImportStep at="File" kind={isOpen ? kind : ''}>
      <Card>
        {problem && (
          <p role="alert" className={classes.problem}>
            {problem}
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
            onPaste={(text) => void start(pasteCells(text))}
          />
        )}
      </Card>
    </ImportStep>
  );
}

/** The kind of data according to the URL; empty if it has none. */
function kindIn(params: URLSearchParams): string {
  const kind = params.get('kind') ?? '';
  return changeKinds.includes(kind) ? kind : '';
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
  onKind: (kind: string) => void;
  /** The step in the URL. */
  requestedStep: string | null;
}

/** A file that could be read: its columns, and the preview. */
function OpenFileSteps({ openFile, kind, onKind, requestedStep }: Props) {
  const { change } = useUrlParams();
  const [matching, setMatching] = useState<Matching>(() => rememberedFor(kind));
  const { data: intake, error, isFetching } = useIntake(openFile, kind, matching);
  const proposal = useMemo(
    () =>
      intake &&
      proposalOf(intake, titleOfFile(openFile.name), ({ header, rows }) =>
        downloadCsv(`${openFile.name.replace(/\.[^.]*$/, '')}-errors`, toCsv(columnsNamed(header), rows)),
      ),
    [intake, openFile.name],
  );
  const goTo = (step: string) => change((now) => put(now, 'step', step));
  const match = (header: string, id: string) => {
    const next = { ...matching, [header]: id };
    setMatching(next);
    remember(kind, next);
  };
  const conflicts = intake?.problems.map(({ message }) => message) ?? [];
  const isChecking = requestedStep === 'check' && conflicts.length === 0;
  const isBlocked = requestedStep === 'check' && conflicts.length > 0;
  // A user who corrects the columns continues by clicking the button.
  useEffect(() => {
    if (isBlocked) change((now) => put(now, 'step', 'columns'), { replace: true });
  }, [isBlocked, change]);
  const { sheets, sheet } = openFile;
  return (
    <ImportStep at={isChecking ? 'Check' : 'Columns'} kind={kind} about={aboutOf(openFile, kind, intake)}>
      <Card>
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
              onAnswer={(id, value) => ask({ choices: { ...openFile.choices, [id]: value } })}
            />
            <ProposalView proposal={proposal} back={stepPath(kind, 'columns')} />
          </>
        )}
        {!isChecking && (
          <ColumnsStep
            kind={kind}
            onKind={onKind}
            sheets={sheets}
            sheet={sheet}
            onSheet={(next) => ask({ sheet: next })}
            onEncoding={openFile.file && ((encoding) => void readFile(openFile.file as File, encoding))}
            columns={intake ? columnsIn(intake) : []}
            fields={kind ? possibleColumns(kind) : []}
            onMatch={match}
            conflicts={conflicts}
            isStale={isFetching}
            onCheck={() => goTo('check')}
            onOther={() => {
              closeFile();
              change((now) => now.delete('step'));
            }}
          />
        )}
      </Card>
    </ImportStep>
  );
}

/** The number of cells of a column that are shown beside its field. */
const SAMPLE_SIZE = 3;

const columnsIn = ({ columns, rows }: Intake) =>
  columns.map(({ at, header, id }) => ({
    header,
    id,
    cells: rows.slice(0, SAMPLE_SIZE).map(({ texts }) => texts[at] ?? ''),
  }));

/** 'Majors from majors.xlsx, sheet Sheet1, 293 rows, 11 of 12 columns'. */
function aboutOf({ name, sheets, sheet }: OpenFile, kind: string, intake: Intake | undefined): string {
  const from = kind ? `${kindText(kind)} from ${name}` : name;
  const sheetText = sheets.length > 1 ? [`sheet ${sheets[sheet]?.name ?? ''}`] : [];
  if (!intake) return [from, ...sheetText].join(', ');
  const matched = intake.columns.filter(({ id }) => id !== null).length;
  const rows = `${intake.rows.length.toLocaleString('en-US')} ${intake.rows.length === 1 ? 'row' : 'rows'}`;
  return [from, ...sheetText, rows, `${matched} of ${intake.columns.length} columns`].join(', ');
}
