import { type KeyboardEvent, type PointerEvent, useId, useMemo } from 'react';
import { useQuarter } from '../terms/lookups.ts';
import classes from './chart.module.css';
import { marksOf, stepsOf } from './chartSeries.ts';
import type { Side, Sides } from './differencesUrl.ts';
import { fallTermOf } from './fallTerms.ts';

interface Props {
  title: string;
  fallTerms: readonly string[];
  /** The number of items in effect in each fall term. */
  totals: readonly number[];
  /** The two compared terms. */
  terms: Sides;
  /** The index of the fall term under the pointer or selected by keyboard, if any. */
  at: number | null;
  onAt: (at: number | null) => void;
  onChoose: (side: Side, term: string) => void;
  /** The last fall term that has begun. Later ones are planned. */
  running: string;
  /** The ID of the element that explains how to use the chart. */
  describedBy: string;
}

const sides = ['from', 'to'] as const;

/** The number of items in effect in each fall term, as a line. A fall term is selected by pointer or by keyboard. */
export function Chart({ title, fallTerms, totals, terms, at, onAt, onChoose, running, describedBy }: Props) {
  const quarter = useQuarter();
  const id = useId();
  const { marks, top, line } = useMemo(() => {
    const marks = marksOf(Math.max(...totals));
    const top = marks.at(-1) ?? 1;
    return { marks, top, line: stepsOf(totals, top) };
  }, [totals]);
  const placeOf = (side: Side) => fallTerms.indexOf(fallTermOf(terms[side]));
  const current = at ?? Math.max(0, placeOf('to'));
  const percent = (place: number) => `${(place / fallTerms.length) * 100}%`;
  const valueText = (place: number) =>
    `${quarter(fallTerms[place] ?? null)} · ${totals[place]?.toLocaleString('en-US')}`;

  const choose = (place: number, withShift: boolean) => {
    const selectedTerm = fallTerms[place];
    if (selectedTerm !== undefined) onChoose(withShift ? 'to' : 'from', selectedTerm);
  };
  const termAtPointer = ({
    currentTarget,
    clientX,
  }: Pick<PointerEvent, 'clientX'> & { currentTarget: Element }) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    return Math.min(
      fallTerms.length - 1,
      Math.max(0, Math.floor(((clientX - left) / width) * fallTerms.length)),
    );
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = {
      ArrowLeft: -1,
      ArrowRight: 1,
      Home: -fallTerms.length,
      End: fallTerms.length,
    };
    const step = steps[event.key];
    if (event.key === 'Enter') choose(current, event.shiftKey);
    else if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    else onAt(Math.min(fallTerms.length - 1, Math.max(0, current + step)));
    event.preventDefault();
  };

  return (
    <figure className={classes.chart} aria-labelledby={id}>
      <figcaption className={classes.head}>
        <h2 id={id}>{title}</h2>
        {at !== null && <span aria-hidden="true">{valueText(at)}</span>}
      </figcaption>
      <div className={classes.body}>
        <div className={classes.marks} aria-hidden="true">
          {marks.map((mark) => (
            <span key={mark} style={{ bottom: `${(mark / top) * 100}%` }}>
              {mark.toLocaleString('en-US')}
            </span>
          ))}
        </div>
        <div
          className={classes.plot}
          role="slider"
          tabIndex={0}
          aria-labelledby={id}
          aria-describedby={describedBy}
          aria-valuemin={0}
          aria-valuemax={fallTerms.length - 1}
          aria-valuenow={current}
          aria-valuetext={valueText(current)}
          onKeyDown={onKeyDown}
          onBlur={() => onAt(null)}
          onPointerMove={(event) => event.pointerType === 'mouse' && onAt(termAtPointer(event))}
          onPointerLeave={() => onAt(null)}
          onClick={(event) => choose(termAtPointer(event), event.shiftKey)}
        >
          <svg viewBox={`0 0 ${fallTerms.length} ${top}`} preserveAspectRatio="none" aria-hidden="true">
            {marks.map((mark) => (
              <path key={mark} className={classes.mark} d={`M0 ${top - mark}H${fallTerms.length}`} />
            ))}
            <path className={classes.line} d={line} />
            {fallTerms.includes(running) && (
              <path
                className={classes.veil}
                d={`M${fallTerms.indexOf(running) + 1} 0H${fallTerms.length}V${top}H${fallTerms.indexOf(running) + 1}Z`}
              />
            )}
          </svg>
          {at !== null && <i className={classes.at} style={{ left: percent(at + 0.5) }} />}
          {sides.map(
            (side) =>
              placeOf(side) >= 0 && (
                <i key={side} className={classes.side} style={{ left: percent(placeOf(side) + 0.5) }}>
                  {/* The line of a term is 6 px higher than the drawing. */}
                  <i style={{ bottom: `calc((100% - 6px) * ${(totals[placeOf(side)] ?? 0) / top})` }} />
                </i>
              ),
          )}
        </div>
        <div className={classes.fallTerms} aria-hidden="true">
          {fallTerms.map(
            (term, place) =>
              term.slice(3, 4) === '0' && (
                <span key={term} style={{ left: percent(place) }}>
                  {quarter(term)}
                </span>
              ),
          )}
        </div>
      </div>
    </figure>
  );
}
