import { IconEye, IconPencil, IconTrash } from '@tabler/icons-react';
import { IconButton } from '../../ui/buttons/IconButton.tsx';
import classes from './items.module.css';

interface Props {
  /** The item's name: 'major 201 U'. */
  name: string;
  onView: () => void;
  onEdit: () => void;
  onDelete: () => void;
}

/** The keyboard shortcuts of these actions. */
export const rowKeys = ['E edit', 'Del delete'];

/** The actions on the item of a row (spec 2). A table triggers them by their keys. */
export function RowActions({ name, onView, onEdit, onDelete }: Props) {
  return (
    <div className={classes.actions}>
      <ViewButton name={name} onView={onView} />
      <IconButton
        name={`Edit ${name}`}
        title="Edit"
        aria-keyshortcuts="E"
        icon={<IconPencil size={18} />}
        onClick={onEdit}
      />
      <IconButton
        name={`Delete ${name}`}
        title="Delete"
        aria-keyshortcuts="Delete"
        icon={<IconTrash size={18} />}
        isDanger
        onClick={onDelete}
      />
    </div>
  );
}

export function ViewButton({ name, onView }: Pick<Props, 'name' | 'onView'>) {
  return (
    <IconButton
      name={`View Details of ${name}`}
      title="View Details"
      icon={<IconEye size={18} />}
      onClick={onView}
    />
  );
}
