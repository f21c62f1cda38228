import { Link } from 'react-router';
import type { QualityRule } from '../../contract/quality.ts';
import { rulePath } from '../lib/paths.ts';
import { useAsOf, withAsOf } from '../terms/asOf.ts';
import classes from './quality.module.css';
import { SeverityMark } from './SeverityMark.tsx';
import { Trend } from './Trend.tsx';

/** Rules with the numbers of their findings. Each links to its findings. */
export function RuleList({ label, rules }: { label: string; rules: readonly QualityRule[] }) {
  const { asOf } = useAsOf();
  return (
    <ul className={classes.rules} aria-label={label}>
      {rules.map((rule) => (
        <li key={rule.id}>
          <SeverityMark severity={rule.severity} />
          <div className={classes.rule}>
            <h2>
              <Link to={withAsOf(rulePath(rule.id), asOf)}>{rule.title}</Link>
            </h2>
            <p>{rule.why}</p>
            <RuleSource source={rule.source} />
          </div>
          <RuleCounts rule={rule} />
          <Trend points={rule.trend} />
        </li>
      ))}
    </ul>
  );
}

/** Where the rule is from. */
export const RuleSource = ({ source }: { source: string }) => (
  <small>
    Source: <span>{source}</span>
  </small>
);

/** '3 open, 1 waived'. A rule that could not be computed has no numbers, which does not mean 0. */
function RuleCounts({ rule: { state, open, waived } }: { rule: QualityRule }) {
  if (state === 'failed') return <p className={classes.failed}>Could not be computed</p>;
  return (
    <p className={classes.counts}>
      <span>
        <b>{open?.toLocaleString('en-US')}</b> open
      </span>
      {waived !== null && waived > 0 && <small>{`${waived.toLocaleString('en-US')} waived`}</small>}
    </p>
  );
}
