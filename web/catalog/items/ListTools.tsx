import { Button } from '@mantine/core';
import { Link } from 'react-router';
import type { ItemKind, Items } from '../../../contract/kinds.ts';
import { filteredPath } from '../../lib/paths.ts';
import { useUrlParams } from '../../lib/searchParams.ts';
import { useAsOf, withAsOf } from '../../terms/asOf.ts';
import { stayIfUnsettled } from '../../ui/table/ifSettled.ts';
import { COLS } from '../../ui/table/shownColumns.ts';
import { CODES } from '../codes/codeFilter.ts';
import { isActiveThoughEnded } from './ended.ts';
import classes from './items.module.css';
import { type ItemView, nounFor } from './itemView.ts';

interface Props<K extends ItemKind> {
  view: ItemView<K>;
  /** The items that the list shows on all pages, and its filter text. */
  found: readonly Items[K][];
  text: string;
}

/** Changes a field of all items that a list shows. */
export function ChangeAllButton<K extends ItemKind>({ view, found, text }: Props<K>) {
  const pathOf = useFilteredPath(view, text);
  const count = found.length.toLocaleString('en-US');
  const label = found.length === 1 ? `Change ${count}…` : `Change all ${count}…`;
  return found.length > 0 ? (
    <Button component={Link} to={pathOf('change')} variant="default" onClick={stayIfUnsettled}>
      {label}
    </Button>
  ) : (
    <Button disabled variant="default">
      {label}
    </Button>
  );
}

/** Sets the items that a list shows and that have ended to inactive. Nothing if there are none. */
export function SetInactiveLink<K extends ItemKind>({ view, found, text }: Props<K>) {
  const pathOf = useFilteredPath(view, text);
  const ended = found.filter((item) => isActiveThoughEnded(view, item)).length;
  if (ended === 0) return null;
  return (
    <Link className={classes.setInactive} to={pathOf('set-inactive')} onClick={stayIfUnsettled}>
      {/* In one box: the link's own box would swallow the spaces. */}
      <span>
        Set <span>{`${ended.toLocaleString('en-US')} ended ${nounFor(view, ended)}`}</span> to inactive
      </span>
    </Link>
  );
}

/** The screens that change the items of a list with its filters. */
function useFilteredPath<K extends ItemKind>({ kind }: ItemView<K>, text: string) {
  const { asOf } = useAsOf();
  const { params } = useUrlParams();
  const filter = { text, codes: params.get(CODES), cols: params.get(COLS) };
  return (screen: 'change' | 'set-inactive') => withAsOf(filteredPath(screen, kind, filter), asOf);
}
