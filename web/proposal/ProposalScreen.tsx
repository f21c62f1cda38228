import type { ReactNode } from 'react';
import { useAddress } from '../address.ts';
import { Card } from '../layout/Card.tsx';
import { Screen, type Way } from '../layout/Screen.tsx';
import { ProposalView } from './ProposalView.tsx';
import type { Proposal } from './proposal.ts';
import { Saved } from './Saved.tsx';

interface Props {
  heading: string;
  /** Where it began. */
  back: Way;
  /** What decides on the rows. */
  children?: ReactNode;
  /** Null as long as that has not been decided. */
  proposal: Proposal | null;
}

/** The screen of a proposal: what decides on its rows, and what saving them would do; afterwards what was saved. */
export function ProposalScreen({ heading, back, children, proposal }: Props) {
  const { params } = useAddress();
  const saved = params.get('saved');
  return (
    <Screen heading={heading} back={back}>
      {children && !saved && <Card>{children}</Card>}
      {saved ? (
        <Card>
          <Saved requestId={saved} back={back} />
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
