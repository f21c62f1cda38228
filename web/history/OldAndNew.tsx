import hide from '../ui/visuallyHidden.module.css';
import classes from './history.module.css';

interface Props {
  /** Null if the value was or is empty. */
  before: string | null;
  after: string | null;
  /** The common start and end of both values, which are not marked. */
  start?: string;
  end?: string;
}

/** An old value and the new one: 'old → new', and for a screen reader 'from old to new'. */
export const OldAndNew = ({ before, after, start = '', end = '' }: Props) => (
  <>
    <span className={classes.old}>
      <span className={hide.visuallyHidden}>from </span>
      <span translate="no">{start}</span>
      {before !== '' && <del translate={before === null ? undefined : 'no'}>{before ?? <i>none</i>}</del>}
      <span translate="no">{end}</span>
    </span>
    <span className={classes.new}>
      <span aria-hidden>→ </span>
      <span className={hide.visuallyHidden}>to </span>
      <span translate="no">{start}</span>
      {after !== '' && <ins translate={after === null ? undefined : 'no'}>{after ?? <i>none</i>}</ins>}
      <span translate="no">{end}</span>
    </span>
  </>
);

/** Longer values are shown on two lines. */
const ONE_LINE = 22;

/** Whether an old and a new value fit on one line. */
export const isShort = (before: string | null, after: string | null): boolean =>
  (before ?? '').length + (after ?? '').length <= ONE_LINE;
