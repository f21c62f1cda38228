import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useParams } from 'react-router';
import type { ProposalRow } from '../../../contract/proposals.ts';
import { type Finding, MOST_FIXES } from '../../../contract/quality.ts';
import { lastUrlOf } from '../../lib/lastUrl.ts';
import { findingName, rulePath } from '../../lib/paths.ts';
import { useUrlParams } from '../../lib/searchParams.ts';
import { isOpenFinding } from '../../quality/FindingTable.tsx';
import { namesOfFinding } from '../../quality/FoundItems.tsx';
import { findingsQuery } from '../../quality/qualityQueries.ts';
import { useAsOf, withAsOf } from '../../terms/asOf.ts';
import { Card } from '../../ui/Card.tsx';
import { LoadError, useHasLoadError } from '../../ui/LoadError.tsx';
import { Loader } from '../../ui/Loader.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { ProposalScreen } from '../ProposalScreen.tsx';
import type { Proposal } from '../proposal.ts';
import { fixQuery } from './fixQuery.ts';

const none: readonly Finding[] = [];

/** Fixes findings of a rule: those that the URL names, or all open ones. */
export default function FixScreen() {
  const { rule = '' } = useParams();
  const { params } = useUrlParams();
  const { term, asOf } = useAsOf();
  const named = params.get('findings');
  const reading = useQuery(findingsQuery(rule, term));
  const open = useMemo(() => {
    const names = named === null ? null : new Set(named.split(','));
    return (reading.data ?? none).filter(
      (finding) => isOpenFinding(finding) && (names?.has(findingName(finding.fingerprint)) ?? true),
    );
  }, [reading.data, named]);
  const chosen = useMemo(() => open.slice(0, MOST_FIXES), [open]);
  const fixing = useQuery({ ...fixQuery(rule, term, chosen), enabled: chosen.length > 0 });
  const { data } = fixing;
  const proposal = useMemo<Proposal | null>(() => {
    if (!data?.fix) return null;
    const { title, reason, rows } = data.fix;
    return { origin: 'bulk', title, reason, rows: rows as ProposalRow[] };
  }, [data]);
  const failed = [reading, fixing].find(({ isError }) => isError) ?? reading;
  const hasLoadError = useHasLoadError(failed);
  const back = { to: withAsOf(lastUrlOf(rulePath(rule)), asOf), text: 'Back to the findings' };
  if (!proposal) {
    const isDone = reading.isSuccess && (chosen.length === 0 || data);
    return (
      <Screen heading="Fix" back={back}>
        <Card>
          {hasLoadError && <LoadError what="The fix" reading={failed} />}
          {isDone && <p>{data ? unfixableText(data.unfixable) : 'These findings are no longer open.'}</p>}
          {!hasLoadError && !isDone && <Loader />}
        </Card>
      </Screen>
    );
  }
  return (
    <ProposalScreen
      heading={proposal.title}
      about={aboutText(open.length, data?.unfixable ?? none)}
      back={back}
      proposal={proposal}
    />
  );
}

/** The findings that the proposal does not fix. */
const aboutText = (count: number, unfixable: readonly Finding[]): string | undefined =>
  [
    ...(count > MOST_FIXES ? [`The first ${MOST_FIXES.toLocaleString('en-US')} findings.`] : []),
    ...(unfixable.length > 0 ? [unfixableText(unfixable)] : []),
  ].join(' ') || undefined;

const unfixableText = (unfixable: readonly Finding[]): string =>
  `${unfixable.length === 1 ? 'One finding has' : `${unfixable.length.toLocaleString('en-US')} findings have`} no fix here. Correct by hand: ${unfixable.map(namesOfFinding).join('; ')}.`;
