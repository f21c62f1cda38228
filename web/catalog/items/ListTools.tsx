import { Button } from '@mantine/core';
import { IconPencilBolt } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { ItemKind, Items } from '../../../contract/kinds.ts';
import { filteredPath } from '../../lib/paths.ts';
import { useUrlParams } from '../../lib/searchParams.ts';
import { useAsOf, withAsOf } from '../../terms/asOf.ts';
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

/** The actions on all items that a list shows: set ended items to inactive, change a field. */
export function ListTools<K extends ItemKind>({ view, found, text }: Props<K>) {
  const { kind } = view;
  const { term } = useAsOf();
  const codes = useUrlParams().params.get(CODES);
  const pathOf = (screen: 'change' | 'set-inactive') =>
    withAsOf(filteredPath(screen, kind, { text, codes }), term);
  const ended = found.filter((item) => isActiveThoughEnded(view, item)).length;
  const label = `Change all ${found.length.toLocaleString('en-US')}…`;
  const shared = { variant: 'default', leftSection: <IconPencilBolt size={16} aria-hidden /> };
  return (
    <>
      {ended > 0 && (
        <Link className={classes.setInactive} to={pathOf('set-inactive')}>
          {/* In one box: the link's own box would swallow the spaces. */}
          <span>
            Set <span>{`${ended.toLocaleString('en-US')} ended ${nounFor(view, ended)}`}</span> to inactive
          </span>
        </Link>
      )}
      {found.length > 0 ? (
        <Button component={Link} to={pathOf('change')} {...shared}>
          {label}
        </Button>
      ) : (
        <Button disabled {...shared}>
          {label}
        </Button>
      )}
    </>
  );
}
