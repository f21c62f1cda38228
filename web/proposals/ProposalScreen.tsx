import type { ReactNode } from 'react';
import { useUrlParams } from '../lib/searchParams.ts';
import { Card } from '../ui/Card.tsx';
import { Screen, type ScreenLink } from '../ui/Screen.tsx';
import { ProposalView } from './ProposalView.tsx';
import type { Proposal } from './proposal.ts';
import { SavedProposal } from './SavedProposal.tsx';

interface Props {
  heading: string;
  /** Where it began. */
  back: ScreenLink;
  /** What decides on the rows. */
  children?: ReactNode;
  /** Null as long as that has not been decided. */
  proposal: Proposal | null;
}

/** The screen of a proposal: what decides on its rows, and what saving them would do; afterward what was saved. */
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
