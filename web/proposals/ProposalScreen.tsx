import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { restoreState } from '../lib/lastUrl.ts';
import { useUrlParams } from '../lib/searchParams.ts';
import { Card } from '../ui/Card.tsx';
import { Screen, type ScreenLink } from '../ui/Screen.tsx';
import { ProposalView } from './ProposalView.tsx';
import classes from './proposal.module.css';
import type { Proposal } from './proposal.ts';
import { allRows, type RowSelection, readSelection, Selecting, writeSelection } from './rowSelection.ts';

interface Props {
  /** The heading, which may count the selected rows. */
  heading: string | ((selection: RowSelection) => string);
  /** How the rows were found. */
  about?: ReactNode;
  /** The screen that the user came from, and returns to after the save. */
  back: ScreenLink;
  /** The controls that determine the rows. */
  children?: ReactNode;
  /** Null until these controls have a valid value. */
  proposal: Proposal | null;
  /** Why it is not what the user wants now, and what to do. */
  outdated?: string | undefined;
  /** The rows until then, selected by `Selecting`. */
  rows?: ReactNode;
  /** What to decide about the rows, above them; selected by `Selecting` too. */
  notes?: ReactNode;
  /** The rows that are selected at first. */
  start?: RowSelection;
}

/** The screen of a proposal: the controls that determine its rows, and a preview. The selected rows are in the URL. */
export function ProposalScreen({
  heading,
  about,
  back,
  children,
  proposal,
  outdated,
  rows,
  notes,
  start = allRows,
}: Props) {
  const navigate = useNavigate();
  const { params, change } = useUrlParams();
  // State, because a checkbox that reads the URL would follow a click too late.
  const [chosen, setSelection] = useState(() => readSelection(params));
  const selection = chosen ?? start;
  const select = (next: RowSelection) => {
    setSelection(next);
    change((now) => writeSelection(now, next, start), { replace: true });
  };
  return (
    <Screen
      heading={typeof heading === 'string' ? heading : heading(selection)}
      about={about && <p className={classes.about}>{about}</p>}
      back={back}
    >
      {children && <Card>{children}</Card>}
      {(proposal ?? rows) && (
        <Card>
          <Selecting value={{ selection, onSelect: select }}>{notes}</Selecting>
          {proposal ? (
            <ProposalView
              proposal={proposal}
              outdated={outdated}
              selection={selection}
              onSelect={select}
              onCancel={() => void navigate(back.to, { state: restoreState })}
              // Back must not lead to a proposal that has been saved.
              onSaved={() => void navigate(back.to, { replace: true, state: restoreState })}
            />
          ) : (
            <Selecting value={{ selection, onSelect: select }}>{rows}</Selecting>
          )}
        </Card>
      )}
    </Screen>
  );
}
