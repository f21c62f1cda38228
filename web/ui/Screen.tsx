import { IconChevronLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { restoreState } from '../lib/lastUrl.ts';
import { timeOf } from '../lib/time.ts';
import { usePrinting } from '../lib/usePrinting.ts';
import classes from './screen.module.css';

/** A link to another screen. */
export interface ScreenLink {
  to: string;
  text: string;
}

interface Props {
  heading: string;
  /** The window's title, if it differs from the heading. */
  windowTitle?: string;
  /** The subject of the screen, shown large below a small heading. */
  subject?: ReactNode;
  /** Shown below the heading. */
  about?: ReactNode;
  /** The link back to the previous screen. */
  back?: ScreenLink;
  /** Shown next to the heading. */
  actions?: ReactNode;
  children: ReactNode;
}

export function Screen({ heading, windowTitle = heading, subject, about, back, actions, children }: Props) {
  const printed = usePrinting();
  return (
    <>
      <title>{`${windowTitle} - Major/Degree Database`}</title>
      {back && (
        <Link className={classes.back} to={back.to} state={restoreState}>
          <IconChevronLeft size={16} aria-hidden />
          <span>{back.text}</span>
        </Link>
      )}
      <div className={classes.heading}>
        <div>
          <h1 data-small={subject !== undefined || undefined}>{heading}</h1>
          {subject}
          {about}
          {printed && (
            <p className={classes.printed}>
              Printed <span>{timeOf(printed)}</span>
            </p>
          )}
        </div>
        {actions}
      </div>
      {children}
    </>
  );
}
