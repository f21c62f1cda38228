import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { useParams } from 'react-router';
import type { ProposalRow } from '../../../contract/proposals.ts';
import { type Finding, MOST_FIXES } from '../../../contract/quality.ts';
import { lastUrlOf } from '../../lib/lastUrl.ts';
import { rulePath } from '../../lib/paths.ts';
import { useUrlParams } from '../../lib/searchParams.ts';
import { FoundLink } from '../../quality/FoundItems.tsx';
import { useAsOf, withAsOf } from '../../terms/asOf.ts';
import { Card } from '../../ui/Card.tsx';
import { LoadError, useHasLoadError } from '../../ui/LoadError.tsx';
import { Loader } from '../../ui/Loader.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { ProposalScreen } from '../ProposalScreen.tsx';
import classes from '../proposal.module.css';
import type { Proposal } from '../proposal.ts';
import { fixQuery } from './fixQuery.ts';

/** Fixes findings of a rule: those that the URL names, or all open ones. */
export default function FixScreen() {
  const { rule = '' } = useParams();
  const { params } = useUrlParams();
  const { term, asOf } = useAsOf();
  const reading = useQuery(fixQuery(rule, term, params.get('findings')));
  const hasLoadError = useHasLoadError(reading);
  const { data } = reading;
  const proposal = useMemo<Proposal | null>(() => {
    if (!data?.fix) return null;
    const { title, reason, rows } = data.fix;
    return { origin: 'bulk', title, reason, rows: rows as ProposalRow[] };
  }, [data]);
  const back = { to: withAsOf(lastUrlOf(rulePath(rule)), asOf), text: 'Back to the findings' };
  if (!data || !proposal)
    return (
      <Screen heading="Fix" back={back}>
        <Card>
          {hasLoadError && <LoadError what="The fix" reading={reading} />}
          {data && data.count === 0 && <p>These findings are no longer open.</p>}
          {data && data.count > 0 && (
            <p className={classes.about}>
              <Unfixable findings={data.unfixable} />
            </p>
          )}
          {!hasLoadError && !data && <Loader />}
        </Card>
      </Screen>
    );
  const { count, unfixable } = data;
  return (
    <ProposalScreen
      heading={proposal.title}
      about={
        (count > MOST_FIXES || unfixable.length > 0) && (
          <>
            {count > MOST_FIXES && (
              <span>{`The first ${MOST_FIXES.toLocaleString('en-US')} findings. `}</span>
            )}
            {unfixable.length > 0 && <Unfixable findings={unfixable} />}
          </>
        )
      }
      back={back}
      proposal={proposal}
    />
  );
}

/** The findings that the proposal does not fix. */
const Unfixable = ({ findings }: { findings: readonly Finding[] }): ReactNode => (
  <span>
    <span>
      {findings.length === 1 ? 'One finding has' : `${findings.length.toLocaleString('en-US')} findings have`}
    </span>{' '}
    no fix here. Correct by hand:{' '}
    {findings.map(({ fingerprint, items }, at) => (
      <span key={fingerprint}>
        <span>{at > 0 ? '; ' : ''}</span>
        {items.map((item, place) => (
          <span key={`${item.kind}/${item.key}`}>
            <span>{place > 0 ? ' and ' : ''}</span>
            <FoundLink item={item} />
          </span>
        ))}
      </span>
    ))}
    .
  </span>
);
