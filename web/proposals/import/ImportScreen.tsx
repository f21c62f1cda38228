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
import { NotRead } from './fileReader.ts';
import { ImportNotes } from './ImportNotes.tsx';
import classes from './import.module.css';
import { proposalOf } from './importProposal.ts';
import { ask, closeFile, type OpenFile, pasteCells, openFile as readFile, useOpenFile } from './openFile.ts';
import { type Matching, remember, rememberedFor } from './rememberedColumns.ts';
import { type Step, Steps } from './Steps.tsx';
import { useIntake } from './useIntake.ts';

const GONE = 'The file is not here any more. Choose it again.';

/** Rows of a file become a proposal: which file, what its columns stand for, what would change, what was saved. */
export default function ImportScreen() {
  const { params, change } = useUrlParams();
  const saved = params.get('saved');
  const openFile = useOpenFile();
  const isOpen = openFile.is === 'held';
  const kind = kindIn(params);
  // The proposal has become a change: its file is not needed any more.
  useEffect(() => {
    if (saved) closeFile();
  }, [saved]);
  const choose = (next: string) => change((now) => put(now, 'kind', next), { replace: true });
  const start = async (opened: Promise<OpenFile | undefined>) => {
    const file = await opened;
    // Whoever has gone to another screen meanwhile keeps the address of that.
    if (!file || !window.location.pathname.endsWith(paths.import)) return;
    const [likely = ''] = file.sheets[file.sheet]?.likely ?? [];
    change((now) => {
      // What was chosen just before the file is in the address, though it may not be drawn yet. What the file has can
      // be seen by its headers too. Whoever has not said so confirms it with the columns.
      const said = kindIn(now);
      put(now, 'kind', said || likely);
      put(now, 'step', said ? 'check' : 'columns');
    });
  };

  if (saved)
    return (
      <Frame at="Done">
        <Card>
          <SavedProposal requestId={saved} back={{ to: paths.import, text: 'Import another file' }} />
        </Card>
      </Frame>
    );
  if (isOpen && params.has('step'))
    return (
      <Understood
        key={`${openFile.id} ${kind}`}
        held={openFile}
        kind={kind}
        onKind={choose}
        wanted={params.get('step')}
      />
    );
  // After a reload, and on a link, there is no file to the step.
  const problem = openFile.is === 'none' ? (openFile.problem ?? (params.has('step') ? GONE : '')) : '';
  return (
    <Frame at="File" kind={isOpen ? kind : ''}>
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
    </Frame>
  );
}

/** What the file has, as the address says; empty if it does not. */
function kindIn(params: URLSearchParams): string {
  const kind = params.get('kind') ?? '';
  return changeKinds.includes(kind) ? kind : '';
}

/** The screen with the step that one is at. */
function Frame({
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

/** The address of a step. Without one it is that where a file is chosen. */
const stepPath = (kind: string, step = ''): string =>
  `${paths.import}?${new URLSearchParams({ kind, ...(step && { step }) }).toString()}`;

interface Props {
  held: OpenFile;
  kind: string;
  onKind: (kind: string) => void;
  /** The step that the address names. */
  wanted: string | null;
}

/** A file that could be read: its columns, and what would change. */
function Understood({ held: openFile, kind, onKind, wanted }: Props) {
  const { change } = useUrlParams();
  const [matching, setMatching] = useState<Matching>(() => rememberedFor(kind));
  const { data: intake, error, isFetching } = useIntake(openFile, kind, matching);
  const proposal = useMemo(
    () =>
      intake &&
      proposalOf(intake, titleOfFile(openFile.name), ({ header, rows }) =>
        downloadCsv(`${openFile.name.replace(/\.[^.]*$/, '')}-refused`, toCsv(columnsNamed(header), rows)),
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
  const isChecking = wanted === 'check' && conflicts.length === 0;
  const isStopped = wanted === 'check' && conflicts.length > 0;
  // Whoever mends the columns goes on when they say so.
  useEffect(() => {
    if (isStopped) change((now) => put(now, 'step', 'columns'), { replace: true });
  }, [isStopped, change]);
  const { sheets, sheet } = openFile;
  return (
    <Frame at={isChecking ? 'Check' : 'Columns'} kind={kind} about={aboutOf(openFile, kind, intake)}>
      <Card>
        {error && (
          <p role="alert" className={classes.problem}>
            {error instanceof NotRead ? error.message : errorsOf(error)[0]?.message}
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
            isOld={isFetching}
            onCheck={() => goTo('check')}
            onOther={() => {
              closeFile();
              change((now) => now.delete('step'));
            }}
          />
        )}
      </Card>
    </Frame>
  );
}

/** As many cells of a column are shown where it is matched. */
const SHOWN = 3;

const columnsIn = ({ columns, rows }: Intake) =>
  columns.map(({ at, header, id }) => ({
    header,
    id,
    cells: rows.slice(0, SHOWN).map(({ texts }) => texts[at] ?? ''),
  }));

/** 'Majors from majors.xlsx, sheet Sheet1, 293 rows, 11 of 12 columns'. */
function aboutOf({ name, sheets, sheet }: OpenFile, kind: string, intake: Intake | undefined): string {
  const from = kind ? `${kindText(kind)} from ${name}` : name;
  const tab = sheets.length > 1 ? [`sheet ${sheets[sheet]?.name ?? ''}`] : [];
  if (!intake) return [from, ...tab].join(', ');
  const matched = intake.columns.filter(({ id }) => id !== null).length;
  const rows = `${intake.rows.length.toLocaleString('en-US')} ${intake.rows.length === 1 ? 'row' : 'rows'}`;
  return [from, ...tab, rows, `${matched} of ${intake.columns.length} columns`].join(', ');
}
