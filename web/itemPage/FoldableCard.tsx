import { Button } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { Card } from '../ui/Card.tsx';
import classes from './itemPage.module.css';

interface Props {
  title: string;
  /** What is beside the title. */
  note?: ReactNode;
  /** Buttons before the one that opens and closes it. */
  actions?: ReactNode;
  isOpen: boolean;
  onFold: (isOpen: boolean) => void;
  /** Its content while it is open. */
  children: ReactNode;
}

/** A card of an item's page, which its button opens and closes. */
export function FoldableCard({ title, note, actions, isOpen, onFold, children }: Props) {
  const id = useId();
  const verb = isOpen ? 'Hide' : 'View';
  return (
    <Card>
      <section aria-labelledby={id} data-closed={!isOpen || undefined}>
        <div className={classes.head}>
          <h2 id={id}>
            <span>{title}</span> {note && <small>{note}</small>}
          </h2>
          <div className={classes.tools}>
            {actions}
            <Button
              variant="default"
              size="xs"
              aria-expanded={isOpen}
              aria-label={`${verb} ${title}`}
              onClick={() => onFold(!isOpen)}
            >
              {verb}
            </Button>
          </div>
        </div>
        {isOpen && children}
      </section>
    </Card>
  );
}
