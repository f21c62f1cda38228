import { IconEye, IconPencil, IconTrash } from '@tabler/icons-react';
import { Link } from 'react-router';
import button from '../buttons/iconButton.module.css';
import classes from '../items/items.module.css';
import { RowButton } from '../items/RowActions.tsx';
import { itemPath, relationshipPath } from '../paths.ts';
import type { Ends } from '../relationship/callPath.ts';

interface Props {
  ends: Ends;
  name: string;
  /** Where the relationship screen returns to. */
  back: string;
  onDelete: () => void;
}

/** The actions on a related item: view it, edit the relationship, delete the relationship. */
export function RelatedActions({ ends, name, back, onDelete }: Props) {
  const { link, fromKey, toKey } = ends;
  return (
    <div className={classes.actions}>
      <Link className={button.button} to={itemPath(link.to, toKey)} aria-label={`View ${name}`} title="View">
        <IconEye size={18} />
      </Link>
      <Link
        className={button.button}
        to={relationshipPath({ link, fromKey, toKey, back })}
        aria-label={`Edit relationship to ${name}`}
        title="Edit relationship"
      >
        <IconPencil size={18} />
      </Link>
      <RowButton
        name={`Delete relationship to ${name}`}
        title="Delete relationship"
        icon={<IconTrash size={18} />}
        isDanger
        onClick={onDelete}
      />
    </div>
  );
}
