import { Button } from '@mantine/core';
import { IconPencilBolt } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { ItemKind, Items } from '../../../contract/kinds.ts';
import { filteredPath } from '../../lib/paths.ts';
import { useAsOf, withAsOf } from '../../terms/asOf.ts';
import { isActiveThoughEnded } from './ended.ts';
import classes from './items.module.css';
import { type ItemView, nounFor } from './itemView.ts';

interface Props<K extends ItemKind> {
  view: ItemView<K>;
  /** The filtered items among those in effect as of the term, and the filter text. */
  found: readonly Items[K][];
  text: string;
}

/** The actions on all items that a list shows: set ended items to inactive, change a field. */
export function ListTools<K extends ItemKind>({ view, found, text }: Props<K>) {
  const { kind } = view;
  const { term } = useAsOf();
  const ended = found.filter((item) => isActiveThoughEnded(view, item)).length;
  const label = `Change all ${found.length.toLocaleString('en-US')}…`;
  const shared = { variant: 'default', leftSection: <IconPencilBolt size={16} aria-hidden /> };
  return (
    <>
      {ended > 0 && (
        <Link className={classes.setInactive} to={withAsOf(filteredPath('set-inactive', kind, text), term)}>
          {/* In one box: the link's own box would swallow the spaces. */}
          <span>
            Set <span>{`${ended.toLocaleString('en-US')} ended ${nounFor(view, ended)}`}</span> to inactive
          </span>
        </Link>
      )}
      {found.length > 0 ? (
        <Button component={Link} to={withAsOf(filteredPath('change', kind, text), term)} {...shared}>
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
