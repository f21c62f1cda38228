import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { lastUrlOf } from '../../lib/lastUrl.ts';
import { paths } from '../../lib/paths.ts';
import { termsQuery } from '../../lib/queries.ts';
import { Card } from '../../ui/Card.tsx';
import { LoadError, useHasLoadError } from '../../ui/LoadError.tsx';
import { Loader } from '../../ui/Loader.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { ProposalScreen } from '../ProposalScreen.tsx';
import type { Proposal } from '../proposal.ts';
import { yearRows } from './yearRows.ts';

/** Proposes the terms of the year after the last one, to review and save. */
export default function AddYearScreen() {
  const reading = useQuery({ ...termsQuery, staleTime: 0 });
  const hasLoadError = useHasLoadError(reading);
  const { data, isFetchedAfterMount } = reading;
  // Not the terms of before: the year may have been added since.
  const added = useMemo(
    () => (data && isFetchedAfterMount ? yearRows(data) : undefined),
    [data, isFetchedAfterMount],
  );
  const title = added ? `Add the terms of ${added.year}` : 'Add a year';
  const proposal = useMemo<Proposal | null>(
    () => (added ? { origin: 'bulk', title, rows: added.rows } : null),
    [added, title],
  );
  const back = { to: lastUrlOf(paths.lookups), text: 'Back to terms and awards' };
  if (!proposal)
    return (
      <Screen heading={title} back={back}>
        <Card>
          {hasLoadError && <LoadError what="The terms" reading={reading} />}
          {added === null && <p>There are no terms yet. Create the terms of one year first.</p>}
          {!hasLoadError && added === undefined && <Loader />}
        </Card>
      </Screen>
    );
  return (
    <ProposalScreen
      heading={title}
      about="The same terms as in the year before. Deselect those to leave out. You can edit a label later, in the list."
      back={back}
      proposal={proposal}
    />
  );
}
