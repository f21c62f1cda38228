import { Button } from '@mantine/core';
import { IconPencilBolt } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { ItemKind, Items } from '../../../contract/items.ts';
import { filteredPath } from '../../lib/paths.ts';
import { useAsOf, withAsOf } from '../../terms/asOf.ts';
import { isActiveThoughEnded } from './ended.ts';
import classes from './items.module.css';
import type { ItemView } from './itemView.ts';

interface Props<K extends ItemKind> {
  view: ItemView<K>;
  /** The items that the filter finds among those in effect as of the term, and its text. */
  found: readonly Items[K][];
  text: string;
}

/** What can be done with all items that a list shows: mend the contradictions in them, change a field. */
export function ListTools<K extends ItemKind>({ view, found, text }: Props<K>) {
  const { kind } = view;
  const { term } = useAsOf();
  const ended = found.filter((item) => isActiveThoughEnded(view, item)).length;
  const label = `Change all ${found.length.toLocaleString('en-US')}…`;
  const look = { variant: 'default', leftSection: <IconPencilBolt size={16} aria-hidden /> };
  return (
    <>
      {ended > 0 && (
        <Link className={classes.mend} to={withAsOf(filteredPath('mend', kind, text), term)}>
          Mend <span>{ended.toLocaleString('en-US')}</span> active though ended
        </Link>
      )}
      {found.length > 0 ? (
        <Button component={Link} to={withAsOf(filteredPath('change', kind, text), term)} {...look}>
          {label}
        </Button>
      ) : (
        <Button disabled {...look}>
          {label}
        </Button>
      )}
    </>
  );
}
