import type { ItemKind, Items } from '../../contract/items.ts';
import { standingIn } from '../../contract/spans.ts';
import type { ItemView } from '../items/items.ts';
import { boundsOf, momentText } from '../items/span.ts';
import { type Quarter, useQuarter } from '../lookups/lookups.ts';
import { runningTerm } from '../runningTerm.ts';
import classes from './detail.module.css';

interface Props<K extends ItemKind> {
  view: ItemView<K>;
  item: Items[K];
}

/** Which item it is, and whether it is in effect in the running term. */
export function Identity<K extends ItemKind>({ view, item }: Props<K>) {
  const { code, title, segment } = view.identityOf(item);
  const { standing, text } = standingOf(view.kind, item, useQuarter());
  return (
    <p className={classes.identity}>
      <b>{code}</b> <strong>{title}</strong> {segment && <span>{segment}</span>}{' '}
      {/* A page that did not come from the server has no running term. */}
      {runningTerm && <span data-standing={standing}>{text}</span>}
    </p>
  );
}

/** 'In effect since F03', 'Ended Z19' or 'Starts F27'. */
function standingOf<K extends ItemKind>(kind: K, item: Items[K], quarter: Quarter) {
  const { start, end } = boundsOf(kind, item);
  const standing = standingIn({ start, end }, runningTerm);
  const texts = {
    'to come': `Starts ${momentText(start, quarter)}`,
    'in effect': start === null ? 'In effect' : `In effect since ${momentText(start, quarter)}`,
    ended: `Ended ${momentText(end, quarter)}`,
  };
  return { standing, text: texts[standing] };
}
