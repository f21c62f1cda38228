import { ActionIcon } from '@mantine/core';
import { IconEye, IconPencil, IconTrash } from '@tabler/icons-react';
import { Link } from 'react-router';
import classes from '../items/items.module.css';
import { itemPath, relationshipPath } from '../paths.ts';
import type { Ends } from '../relationship/callPath.ts';

interface Props {
  ends: Ends;
  name: string;
  /** Where the relationship screen goes back to. */
  back: string;
  onDelete: () => void;
}

/** What can be done with a related item: see it, edit how it is related, relate it no longer. */
export function RelatedActions({ ends, name, back, onDelete }: Props) {
  return (
    <div className={classes.actions}>
      <ActionIcon
        component={Link}
        to={itemPath(ends.to, ends.toKey)}
        variant="subtle"
        size={28}
        aria-label={`View ${name}`}
        title="View"
      >
        <IconEye size={18} />
      </ActionIcon>
      <ActionIcon
        component={Link}
        to={relationshipPath({ ...ends, back })}
        variant="subtle"
        size={28}
        aria-label={`Edit relationship to ${name}`}
        title="Edit relationship"
      >
        <IconPencil size={18} />
      </ActionIcon>
      <ActionIcon
        className={classes.delete}
        variant="subtle"
        size={28}
        aria-label={`Delete relationship to ${name}`}
        title="Delete relationship"
        onClick={onDelete}
      >
        <IconTrash size={18} />
      </ActionIcon>
    </div>
  );
}
