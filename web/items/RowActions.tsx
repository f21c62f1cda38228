import { ActionIcon } from '@mantine/core';
import { IconEye, IconPencil, IconTrash } from '@tabler/icons-react';
import classes from './items.module.css';

interface Props {
  onView: () => void;
  onEdit: () => void;
  onDelete: () => void;
}

/** What can be done with the item of a row (spec 2). */
export function RowActions({ onView, onEdit, onDelete }: Props) {
  return (
    <div className={classes.actions}>
      <ViewButton onView={onView} />
      <ActionIcon variant="subtle" size={28} aria-label="Edit" title="Edit" onClick={onEdit}>
        <IconPencil size={18} />
      </ActionIcon>
      <ActionIcon
        className={classes.delete}
        variant="subtle"
        size={28}
        aria-label="Delete"
        title="Delete"
        onClick={onDelete}
      >
        <IconTrash size={18} />
      </ActionIcon>
    </div>
  );
}

export function ViewButton({ onView }: { onView: () => void }) {
  return (
    <ActionIcon variant="subtle" size={28} aria-label="View Details" title="View Details" onClick={onView}>
      <IconEye size={18} />
    </ActionIcon>
  );
}
