import { useMemo } from 'react';
import { Link, useLocation } from 'react-router';
import type { Finding } from '../../contract/quality.ts';
import { kindText } from '../history/changesPage/changeWords.ts';
import { isSubject, type Named } from '../history/describeChange.ts';
import { useAsOf } from '../terms/asOf.ts';
import { useQuarter } from '../terms/lookups.ts';
import { factTexts, pathOfFound } from './factsOfFinding.ts';
import classes from './quality.module.css';

interface Props {
  finding: Pick<Finding, 'items' | 'facts'>;
  /** Shows the kind of each item. */
  withKind?: boolean;
  /** The item or relationship whose page this is. It is no link. */
  of?: Named;
}

/** The items of a finding, each with a link and the facts that were found. */
export function FoundItems({ finding, withKind = false, of }: Props) {
  const quarter = useQuarter();
  const facts = useMemo(() => factTexts(finding, quarter), [finding, quarter]);
  return (
    <ul className={classes.items}>
      {finding.items.map((item, at) => (
        <li key={`${item.kind}/${item.key}`}>
          {withKind && <small>{`${kindText(item.kind)} `}</small>}
          {of && isSubject(item, of) ? <b translate="no">{item.label}</b> : <FoundLink item={item} />}
          <p translate="no">{facts[at]}</p>
        </li>
      ))}
    </ul>
  );
}

/** A link to an item of a finding. */
export function FoundLink({ item }: { item: Finding['items'][number] }) {
  const { asOf } = useAsOf();
  const { pathname, search } = useLocation();
  return (
    <Link to={pathOfFound(item, asOf, pathname + search)} translate="no">
      {item.label}
    </Link>
  );
}

/** The items of a finding in a sentence. */
export const namesOfFinding = ({ items }: Pick<Finding, 'items'>): string =>
  items.map(({ label }) => label).join(' and ');
