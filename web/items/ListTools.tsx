import { Button } from '@mantine/core';
import { IconPencilBolt } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { ItemKind, Items } from '../../contract/items.ts';
import { foundPath } from '../paths.ts';
import { isActiveThoughEnded } from './ended.ts';
import classes from './items.module.css';
import type { ItemView } from './items.ts';

interface Props<K extends ItemKind> {
  view: ItemView<K>;
  /** The items that the filter finds, and its text. */
  found: readonly Items[K][];
  text: string;
}

/** What can be done with all items that the filter of a list finds: mend the contradictions in them, change a field. */
export function ListTools<K extends ItemKind>({ view, found, text }: Props<K>) {
  const { kind } = view;
  const ended = found.filter((item) => isActiveThoughEnded(view, item)).length;
  const label = `Change all ${found.length.toLocaleString('en-US')}…`;
  const look = { variant: 'default', leftSection: <IconPencilBolt size={16} aria-hidden /> };
  return (
    <>
      {ended > 0 && (
        <Link className={classes.mend} to={foundPath('mend', kind, text)}>
          Mend {ended.toLocaleString('en-US')} active though ended
        </Link>
      )}
      {found.length > 0 ? (
        <Button component={Link} to={foundPath('change', kind, text)} {...look}>
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
