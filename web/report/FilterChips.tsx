import { IconX } from '@tabler/icons-react';
import { useLayoutEffect, useRef } from 'react';
import type { ReportFilter } from '../../contract/report.ts';
import hide from '../ui/visuallyHidden.module.css';
import classes from './report.module.css';
import type { Chip } from './reportChips.ts';
import { useHasLabels } from './useReportChips.ts';

interface Props {
  chips: readonly Chip[];
  onRemove: (without: Partial<ReportFilter>) => void;
  /** Gets the focus when no chip is left. */
  onLastRemoved: () => void;
}

/**
 * The collapsed filters: each active filter with a button that removes it. The focus then moves to the next button. They are
 * hidden until they have their labels, which would move the buttons.
 */
export function FilterChips({ chips, onRemove, onLastRemoved }: Props) {
  const list = useRef<HTMLUListElement>(null);
  const removed = useRef<number>(undefined);
  useLayoutEffect(() => {
    if (removed.current === undefined) return;
    const buttons = list.current?.querySelectorAll('button') ?? [];
    const next = buttons[Math.min(removed.current, buttons.length - 1)];
    removed.current = undefined;
    if (next) next.focus();
    else onLastRemoved();
  });
  return (
    <div className={classes.chips} data-labeled={useHasLabels() || undefined}>
      <b>Filters</b>
      {chips.length === 0 && <span>All majors</span>}
      <ul ref={list} aria-label="Active filters">
        {chips.map(({ id, label, text, without }, at) => (
          <li key={id}>
            <span translate="no">
              {label && <small>{label} </small>}
              <span>{text}</span>
            </span>
            <button
              type="button"
              onClick={() => {
                removed.current = at;
                onRemove(without);
              }}
            >
              {/* Text, not `aria-label`: a button with this label would be a second match for the field's label. */}
              <span className={hide.visuallyHidden} translate="no">
                {['Remove', label, text].filter(Boolean).join(' ')}
              </span>
              <IconX size={16} aria-hidden />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
