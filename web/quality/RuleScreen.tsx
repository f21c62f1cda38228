import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useParams } from 'react-router';
import type { Finding, QualityRule } from '../../contract/quality.ts';
import { AsOfSelect } from '../catalog/items/AsOfSelect.tsx';
import { lastUrlOf } from '../lib/lastUrl.ts';
import { paths } from '../lib/paths.ts';
import { qualityQuery } from '../lib/queries.ts';
import { put, useUrlParams } from '../lib/searchParams.ts';
import { useSession } from '../lib/session.ts';
import { IgnoredParameters, wrongText } from '../shell/IgnoredParameters.tsx';
import { NOW, useAsOf, withAsOf } from '../terms/asOf.ts';
import { asOfLabel } from '../terms/asOfOptions.ts';
import { useQuarter } from '../terms/lookups.ts';
import chip from '../ui/buttons/chip.module.css';
import { Card } from '../ui/Card.tsx';
import { LoadError, useHasLoadError } from '../ui/LoadError.tsx';
import { Loader } from '../ui/Loader.tsx';
import { Screen } from '../ui/Screen.tsx';
import { FindingTable, isOpenFinding } from './FindingTable.tsx';
import classes from './quality.module.css';
import { findingsQuery } from './qualityQueries.ts';
import { RuleSource } from './RuleList.tsx';
import { SeverityMark } from './SeverityMark.tsx';
import { Trend } from './Trend.tsx';

const WAIVED = 'waived';
const parameters = [WAIVED, 'q', 'sort', 'page', 'size'];

/** The findings to show, by the URL's value. */
const scopes = [
  { value: null, text: 'All', includes: () => true },
  { value: 'false', text: 'Open', includes: isOpenFinding },
  { value: 'true', text: 'Waived', includes: (finding: Finding) => !isOpenFinding(finding) },
] as const;

/** A rule of data quality and its findings as of a term. */
export default function RuleScreen() {
  const { rule: id = '' } = useParams();
  const { user } = useSession();
  const { term, asOf } = useAsOf();
  const { params } = useUrlParams();
  const reading = useQuery({ ...qualityQuery(user, term), placeholderData: keepPreviousData });
  const hasLoadError = useHasLoadError(reading);
  const rule = reading.data?.rules.find((one) => one.id === id);
  const written = params.get(WAIVED);
  const isKnown = scopes.some(({ value }) => value === written);
  return (
    <Screen
      heading={rule?.title ?? 'Data quality'}
      back={{ to: withAsOf(lastUrlOf(paths.quality), asOf), text: 'Back to Data quality' }}
      about={rule && <About rule={rule} />}
      // The texts of the rule would move it.
      actions={(!reading.isPending || hasLoadError) && <AsOfSelect none={NOW} />}
    >
      <IgnoredParameters known={parameters} wrong={isKnown ? [] : [wrongText('Waived', written ?? '')]} />
      <Card>
        {hasLoadError && <LoadError what="The rule" reading={reading} />}
        {reading.isPending && !hasLoadError && <Loader />}
        {reading.data && !rule && <p>No rule found!</p>}
        {rule?.state === 'failed' && (
          <p role="status">
            This rule could not be computed, so it is unknown what it would find. The other rules are not
            affected.
          </p>
        )}
        {rule && rule.state !== 'failed' && <Findings key={id} rule={rule} term={term} />}
      </Card>
    </Screen>
  );
}

const About = ({ rule: { severity, why, source, trend } }: { rule: QualityRule }) => (
  <div className={classes.about}>
    <SeverityMark severity={severity} />
    <span>{why}</span>
    <RuleSource source={source} />
    <Trend points={trend} />
  </div>
);

function Findings({ rule, term }: { rule: QualityRule; term: string | null }) {
  const { params, change } = useUrlParams();
  const quarter = useQuarter();
  const { user } = useSession();
  const reading = useQuery(findingsQuery(rule.id, term));
  const hasLoadError = useHasLoadError(reading);
  const { data } = reading;
  const scope = scopes.find(({ value }) => value === params.get(WAIVED)) ?? scopes[0];
  const shown = useMemo(() => data?.filter(scope.includes), [data, scope]);
  if (!data || !shown) return hasLoadError ? <LoadError what="The findings" reading={reading} /> : <Loader />;
  const filters = [
    `As of: ${asOfLabel(term ?? NOW, quarter)}`,
    ...(scope.value === null ? [] : [scope.text]),
  ];
  return (
    <>
      <div role="group" aria-label="Show" className={classes.chips}>
        {scopes.map(({ value, text, includes }) => (
          <button
            key={text}
            type="button"
            className={chip.chip}
            aria-pressed={value === scope.value}
            onClick={() =>
              change((now) => {
                put(now, WAIVED, value);
                now.delete('page');
              })
            }
          >
            <span>{text}</span> <b>{data.filter(includes).length.toLocaleString('en-US')}</b>
          </button>
        ))}
      </div>
      <FindingTable
        rule={rule}
        term={term}
        all={data}
        shown={shown}
        filters={filters}
        canWaive={user?.isImpersonatedUser === false}
      />
    </>
  );
}
