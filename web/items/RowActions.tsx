import { IconEye, IconPencil, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
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
  /** Shown on hover; its name unless said. */
  title?: string;
  icon: ReactNode;
  isDanger?: boolean;
  onClick: () => void;
}

/** Plain: a page of a list has hundreds of them, and a component of the library for each takes a third of its time. */
export function RowButton({ name, title = name, icon, isDanger, onClick }: ButtonProps) {
  return (
    <button
      type="button"
      className={classes.action}
      data-danger={isDanger}
      aria-label={name}
      title={title}
      onClick={onClick}
    >
      {icon}
    </button>
  );
}
