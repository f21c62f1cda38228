import type { Quarter } from '../../contract/columns/quarters.ts';
import type { ItemKind, Items } from '../../contract/kinds.ts';
import { type Bounds, boundsOf, inEffect, termStateIn } from '../../contract/spans.ts';
import type { ItemView } from '../catalog/items/itemView.ts';
import { useAsOf } from '../terms/asOf.ts';
import { useQuarter } from '../terms/lookups.ts';
import { momentText, spanText } from '../terms/periods.ts';
import { runningTerm } from '../terms/runningTerm.ts';
import classes from './itemPage.module.css';

interface Props<K extends ItemKind> {
  view: ItemView<K>;
  item: Items[K];
}

/** The identity of an item, and whether it is in effect as of the term, or in the current term. */
export function Identity<K extends ItemKind>({ view, item }: Props<K>) {
  const { code, title, segment } = view.identityOf(item);
  const quarter = useQuarter();
  const { term } = useAsOf();
  const bounds = boundsOf(view.kind, item);
  const { termState, text } =
    term === null ? termStateNow(bounds, quarter) : termStateAsOf(bounds, term, quarter);
  return (
    <p className={classes.identity}>
      <b translate="no">{code}</b> <strong translate="no">{title}</strong> {segment && <span>{segment}</span>}{' '}
      {/* A page that did not come from the server has no current term. */}
      {(term ?? runningTerm) && <span data-standing={termState}>{text}</span>}
    </p>
  );
}

/** 'In effect since F03', 'In effect until S27', 'In effect, F03 – S27', 'Ended Z19' or 'Starts F27'. */
function termStateNow(bounds: Bounds, quarter: Quarter) {
  const { start, end } = bounds;
  const termState = termStateIn(bounds, runningTerm);
  const span = spanText(bounds, quarter);
  const texts = {
    'to come': `Starts ${momentText(start, quarter)}`,
    'in effect': ['In effect', ...(span ? [span] : [])].join(start !== null && end !== null ? ', ' : ' '),
    ended: `Ended ${momentText(end, quarter)}`,
  };
  return { termState, text: texts[termState] };
}

/** 'In effect in F22' or 'Not in effect in F22'. */
const termStateAsOf = (bounds: Bounds, term: string, quarter: Quarter) =>
  inEffect(bounds, term)
    ? { termState: 'in effect', text: `In effect in ${quarter(term)}` }
    : { termState: 'out', text: `Not in effect in ${quarter(term)}` };
