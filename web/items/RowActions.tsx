import { IconEye, IconPencil, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { IconButton } from '../buttons/IconButton.tsx';
import classes from './items.module.css';

interface Props {
  onView: () => void;
  onEdit: () => void;
  onDelete: () => void;
}

/** The actions on the item of a row (spec 2). */
export function RowActions({ onView, onEdit, onDelete }: Props) {
  return (
    <div className={classes.actions}>
      <ViewButton onView={onView} />
      <RowButton name="Edit" icon={<IconPencil size={18} />} onClick={onEdit} />
      <RowButton name="Delete" icon={<IconTrash size={18} />} isDanger onClick={onDelete} />
    </div>
  );
}

export function ViewButton({ onView }: { onView: () => void }) {
  return <RowButton name="View Details" icon={<IconEye size={18} />} onClick={onView} />;
}

interface ButtonProps {
  name: string;
  /** Shown on hover. Defaults to the name. */
  title?: string;
  icon: ReactNode;
  isDanger?: boolean;
  onClick: () => void;
}

export function RowButton({ name, title = name, ...others }: ButtonProps) {
  return <IconButton name={name} title={title} {...others} />;
}
