import type { Quarter } from '../../contract/columns/quarters.ts';
import type { ReportFilter, ReportRow } from '../../contract/report.ts';
import classes from '../catalog/items/asOf.module.css';
import { counted } from '../lib/counted.ts';
import { runningTerm } from '../terms/runningTerm.ts';
import { outOfEffect } from './outOfEffect.ts';

interface Props {
  rows: readonly ReportRow[];
  /** The filter of these rows, as sent. */
  sent: ReportFilter;
  /** Passed on: a second reader of the terms would load them again if they could not be loaded. */
  quarter: Quarter;
  /** Runs the report for the current term. */
  onRestrict: () => void;
}

const MAX_NAMED = 3;

/** Warns that a report of active majors or degrees has some that are not in effect now, and offers to leave them out. */
export function OutOfEffectNote({ rows, sent, quarter, onRestrict }: Props) {
  const { majors, degrees } = outOfEffect(rows, sent, quarter);
  const counts = [
    majors.length > 0 ? counted(majors.length, 'active major') : [],
    degrees.length > 0 ? counted(degrees.length, 'active degree') : [],
  ].flat();
  if (counts.length === 0) return null;
  const all = [...majors, ...degrees];
  const more = all.length > MAX_NAMED ? ` and ${(all.length - MAX_NAMED).toLocaleString('en-US')} more` : '';
  const term = quarter(runningTerm) ?? runningTerm;
  return (
    <p className={classes.line}>
      <span>
        <span>{`${counts.join(' and ')} ${all.length === 1 ? 'is' : 'are'} not in effect in ${term}: `}</span>
        <span translate="no">{all.slice(0, MAX_NAMED).join('; ')}</span>
        <span>{`${more}. `}</span>
      </span>
      <button type="button" onClick={onRestrict}>{`Show only ${term}`}</button>
    </p>
  );
}
