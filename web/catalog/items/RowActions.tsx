import { IconEye, IconPencil, IconTrash } from '@tabler/icons-react';
import { IconButton } from '../../ui/buttons/IconButton.tsx';
import { shortcut } from '../../ui/keys/shortcut.ts';
import classes from './items.module.css';

interface Props {
  /** The item's name: 'major 201 U'. */
  name: string;
  onView: () => void;
  onEdit: () => void;
  onDelete: () => void;
}

/** The keyboard shortcuts of these actions, for the line below a table. */
export const rowKeys = ['E edit', 'Del delete'];

/** The actions on the item of a row (spec 2). */
export function RowActions({ name, onView, onEdit, onDelete }: Props) {
  return (
    <div className={classes.actions}>
      <ViewButton name={name} onView={onView} />
      <IconButton
        name={`Edit ${name}`}
        {...shortcut('E', 'Edit')}
        icon={<IconPencil size={18} />}
        onClick={onEdit}
      />
      <IconButton
        name={`Delete ${name}`}
        {...shortcut('Delete', 'Delete')}
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
