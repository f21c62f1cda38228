import type { ReactNode } from 'react';
import { useUrlParams } from '../lib/searchParams.ts';
import { Card } from '../ui/Card.tsx';
import { Screen, type ScreenLink } from '../ui/Screen.tsx';
import { ProposalView } from './ProposalView.tsx';
import type { Proposal } from './proposal.ts';
import { SavedProposal } from './SavedProposal.tsx';

interface Props {
  heading: string;
  /** The screen that the user came from. */
  back: ScreenLink;
  /** The controls that determine the rows. */
  children?: ReactNode;
  /** Null until these controls have a valid value. */
  proposal: Proposal | null;
}

/** The screen of a proposal: the controls that determine its rows, and a preview; after the save, its change set. */
export function ProposalScreen({ heading, back, children, proposal }: Props) {
  const { params } = useUrlParams();
  const saved = params.get('saved');
  return (
    <Screen heading={heading} back={back}>
      {children && !saved && <Card>{children}</Card>}
      {saved ? (
        <Card>
          <SavedProposal requestId={saved} back={back} />
        </Card>
      ) : (
        proposal && (
          <Card>
            <ProposalView proposal={proposal} back={back.to} />
          </Card>
        )
      )}
    </Screen>
  );
}
