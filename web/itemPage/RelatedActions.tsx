import { IconEye, IconPencil, IconTrash } from '@tabler/icons-react';
import { Link } from 'react-router';
import { ActionsMenu } from '../catalog/items/ActionsMenu.tsx';
import classes from '../catalog/items/items.module.css';
import type { Ends } from '../catalog/relationships/endpoint.ts';
import { relationshipPath } from '../lib/paths.ts';
import { IconButton } from '../ui/buttons/IconButton.tsx';
import button from '../ui/buttons/iconButton.module.css';
import { shortcut } from '../ui/keys/shortcut.ts';

interface Props {
  ends: Ends;
  name: string;
  /** The page of the item, and the page that the relationship screen returns to. */
  page: string;
  back: string;
  onDelete: () => void;
}

/** The actions on a related item: view it, edit the relationship, delete the relationship. */
export function RelatedActions({ ends, name, page, back, onDelete }: Props) {
  const { link, fromKey, toKey } = ends;
  return (
    <div className={classes.actions}>
      <Link className={button.button} to={page} aria-label={`View ${name}`} title="View">
        <IconEye size={18} />
      </Link>
      <Link
        className={button.button}
        to={relationshipPath({ link, fromKey, toKey, back })}
        aria-label={`Edit relationship to ${name}`}
        {...shortcut('E', 'Edit relationship')}
      >
        <IconPencil size={18} />
      </Link>
      <IconButton
        name={`Delete relationship to ${name}`}
        {...shortcut('Delete', 'Delete relationship')}
        icon={<IconTrash size={18} />}
        isDanger
        onClick={onDelete}
      />
    </div>
  );
}

/** The same actions on the card of a related item. */
export function RelatedMenu({ ends, name, page, back, onDelete }: Props) {
  const { link, fromKey, toKey } = ends;
  return (
    <ActionsMenu
      name={name}
      choices={[
        { label: 'View', to: page },
        { label: 'Edit relationship', to: relationshipPath({ link, fromKey, toKey, back }) },
        { label: 'Delete relationship', act: onDelete, isDanger: true },
      ]}
    />
  );
}
