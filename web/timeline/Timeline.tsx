import { useQuery } from '@tanstack/react-query';
import { type CSSProperties, type ReactNode, useId, useMemo } from 'react';
import { termsQuery } from '../lib/queries.ts';
import { useAsOf } from '../terms/asOf.ts';
import { useQuarter } from '../terms/lookups.ts';
import { runningTerm } from '../terms/runningTerm.ts';
import { type Tip, useTip } from '../ui/popups/useTip.tsx';
import { useLinks } from '../ui/table/useLinks.ts';
import { BarRow } from './BarRow.tsx';
import { Circled, Line, Patterns } from './drawing.tsx';
import { Notes } from './Notes.tsx';
import words from './notes.module.css';
import { Scroller } from './Scroller.tsx';
import classes from './timeline.module.css';
import { type Others, type Part, timelineOf } from './timelineLayout.ts';

interface Props {
  item: Part;
  others: readonly Others[];
}

/** The bars of an item and its relationships, with the issues in words. */
export function Timeline({ item, others }: Props) {
  const quarter = useQuarter();
  const { term } = useAsOf();
  const { data: terms } = useQuery(termsQuery);
  const links = useLinks();
  const id = useId();
  const drawn = useMemo(() => {
    const codes = (terms ?? []).map(({ termYyyyst }) => termYyyyst).toSorted();
    return timelineOf({ item, others, today: runningTerm, asOf: term, terms: codes, quarter });
  }, [item, others, term, terms, quarter]);
  const { ticks, today, asOf, groups, notes } = drawn;
  const count = groups.reduce((count, { rows }) => count + rows.length, 0);
  return (
    <>
      <Legend id={id} />
      <Scroller count={count} label="Bars of the timeline">
        <WithTooltip isAsOf={asOf !== null}>
          <svg className={classes.behind} aria-hidden="true">
            <Patterns id={id} />
            {ticks.map(({ at }) => (
              <line key={at} x1={`${at}%`} x2={`${at}%`} y2="100%" />
            ))}
          </svg>
          <div className={classes.axis} aria-hidden="true">
            {ticks.map(({ at, label }, index) => (
              <span key={at} style={placed(at)} data-odd={index % 2 === 1 || undefined}>
                {label}
              </span>
            ))}
            <b style={placed(today.at)}>{today.label}</b>
            {asOf && (
              <b style={placed(asOf.at)} data-as-of>
                {asOf.label}
              </b>
            )}
          </div>
          <ul className={classes.rows} aria-label="The item">
            <BarRow bar={drawn.item} beyond={[]} id={id} links={null} />
          </ul>
          {groups.map(({ title, rows, gaps }) => (
            <div key={title} className={classes.group}>
              {gaps.map(({ at, number }) => (
                <svg key={number} className={classes.gaps} aria-hidden="true">
                  <rect x={`${at.from}%`} width={`${at.to - at.from}%`} height="100%" />
                  <Circled at={at.from} by={-11} y={10} number={number} />
                </svg>
              ))}
              <h3 id={`${id}-${title}`}>{title}</h3>
              <ul className={classes.rows} aria-labelledby={`${id}-${title}`}>
                {rows.map((row) => (
                  <BarRow key={row.to} bar={row} beyond={row.beyond} id={id} links={links} />
                ))}
              </ul>
            </div>
          ))}
          <svg className={classes.lines} aria-hidden="true">
            <Line at={today.at} />
            {asOf && <Line at={asOf.at} isAsOf />}
          </svg>
        </WithTooltip>
      </Scroller>
      {notes.length > 0 && (
        <Scroller count={notes.length} label="Notes of the timeline">
          <Notes notes={notes} links={links} />
        </Scroller>
      )}
    </>
  );
}

/** The drawing, with one tooltip for all of it: opening it does not render the rows again. */
function WithTooltip({ isAsOf, children }: { isAsOf: boolean; children: ReactNode }) {
  const { shows, tip } = useTip(tipOf);
  return (
    <>
      <div className={classes.drawing} data-as-of={isAsOf || undefined} {...shows}>
        {children}
      </div>
      {tip}
    </>
  );
}

function tipOf(target: Element): Tip | null {
  const of = target.closest<HTMLElement>('[data-tip]');
  const beside = of?.closest('li')?.querySelector(`.${classes.start}`);
  return of && beside ? { of, beside, text: of.dataset.tip ?? '' } : null;
}

const placed = (at: number) => ({ '--at': `${at}%` }) as CSSProperties;

/** Explains the appearance of the bars. */
function Legend({ id }: { id: string }) {
  return (
    <ul className={words.legend} aria-hidden="true">
      <li>
        <svg>
          <rect width="28" height="12" fill="currentColor" />
        </svg>
        In effect
      </li>
      <li>
        <svg>
          <rect width="28" height="12" fill={`url(#${id}-plain)`} stroke="currentColor" />
        </svg>
        Not active
      </li>
      <li>
        <svg>
          <rect width="28" height="12" fill="currentColor" mask={`url(#${id}-out)`} />
        </svg>
        No end
      </li>
      <li>
        <svg className={words.caution}>
          <rect width="28" height="12" />
        </svg>
        Needs review
      </li>
    </ul>
  );
}
