import { useMemo } from 'react';
import { Link, useLocation } from 'react-router';
import type { Finding } from '../../contract/quality.ts';
import { kindText } from '../history/changesPage/changeWords.ts';
import { useAsOf } from '../terms/asOf.ts';
import { useQuarter } from '../terms/lookups.ts';
import { factTexts, pathOfFound } from './factsOfFinding.ts';
import classes from './quality.module.css';

interface Props {
  finding: Pick<Finding, 'items' | 'facts'>;
  /** Shows the kind of each item. */
  withKind?: boolean;
}

/** The items of a finding, each with a link and the facts that were found. */
export function FoundItems({ finding, withKind = false }: Props) {
  const quarter = useQuarter();
  const { asOf } = useAsOf();
  const { pathname, search } = useLocation();
  const facts = useMemo(() => factTexts(finding, quarter), [finding, quarter]);
  return (
    <ul className={classes.items}>
      {finding.items.map((item, at) => (
        <li key={`${item.kind}/${item.key}`}>
          {withKind && <small>{`${kindText(item.kind)} `}</small>}
          <Link to={pathOfFound(item, asOf, pathname + search)} translate="no">
            {item.label}
          </Link>
          <p translate="no">{facts[at]}</p>
        </li>
      ))}
    </ul>
  );
}

/** The items of a finding in a sentence. */
export const namesOfFinding = ({ items }: Pick<Finding, 'items'>): string =>
  items.map(({ label }) => label).join(' and ');
