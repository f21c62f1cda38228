import type { ItemKind, Items } from '../../contract/items.ts';
import { inEffect, standingIn } from '../../contract/spans.ts';
import { useAsOf } from '../asOf/asOf.ts';
import type { ItemView } from '../items/items.ts';
import { type Bounds, boundsOf, momentText } from '../items/span.ts';
import { type Quarter, useQuarter } from '../lookups/lookups.ts';
import { runningTerm } from '../runningTerm.ts';
import classes from './detail.module.css';

interface Props<K extends ItemKind> {
  view: ItemView<K>;
  item: Items[K];
}

/** Which item it is, and whether it is in effect: as of the term, or in the running one. */
export function Identity<K extends ItemKind>({ view, item }: Props<K>) {
  const { code, title, segment } = view.identityOf(item);
  const quarter = useQuarter();
  const { term } = useAsOf();
  const bounds = boundsOf(view.kind, item);
  const { standing, text } =
    term === null ? standingNow(bounds, quarter) : standingAsOf(bounds, term, quarter);
  return (
    <p className={classes.identity}>
      <b translate="no">{code}</b> <strong translate="no">{title}</strong> {segment && <span>{segment}</span>}{' '}
      {/* A page that did not come from the server has no running term. */}
      {(term ?? runningTerm) && <span data-standing={standing}>{text}</span>}
    </p>
  );
}

/** 'In effect since F03', 'Ended Z19' or 'Starts F27'. */
function standingNow({ start, end }: Bounds, quarter: Quarter) {
  const standing = standingIn({ start, end }, runningTerm);
  const texts = {
    'to come': `Starts ${momentText(start, quarter)}`,
    'in effect': start === null ? 'In effect' : `In effect since ${momentText(start, quarter)}`,
    ended: `Ended ${momentText(end, quarter)}`,
  };
  return { standing, text: texts[standing] };
}

/** 'In effect in F22' or 'Not in effect in F22'. */
const standingAsOf = (bounds: Bounds, term: string, quarter: Quarter) =>
  inEffect(bounds, term)
    ? { standing: 'in effect', text: `In effect in ${quarter(term)}` }
    : { standing: 'out', text: `Not in effect in ${quarter(term)}` };
