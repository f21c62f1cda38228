import { type KeyboardEvent, type PointerEvent, useId, useMemo } from 'react';
import { useQuarter } from '../terms/lookups.ts';
import classes from './chart.module.css';
import { type CountedSeries, marksOf, outlineOf, spread, stacked, stepsOf } from './chartSeries.ts';
import type { Side, Sides } from './differencesUrl.ts';
import { fallTermOf } from './fallTerms.ts';

interface Props {
  title: string;
  counted: CountedSeries;
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

/** The height of the drawing and the minimum distance of its labels, in px. */
const HEIGHT = 190;
const APART = 18;

const sides = ['from', 'to'] as const;

/**
 * The number of items in effect in each fall term, as a chart stacked by school. A fall term is selected by pointer or by
 * keyboard.
 */
export function Chart({ title, counted, terms, at, onAt, onChoose, running, describedBy }: Props) {
  const quarter = useQuarter();
  const id = useId();
  const { fallTerms, totals, series } = counted;
  const drawn = useMemo(() => {
    const areas = stacked(series);
    const marks = marksOf(Math.max(...totals, ...(areas.at(-1)?.upper ?? [])));
    const top = marks.at(-1) ?? 1;
    return {
      marks,
      top,
      outlines: areas.map((area) => outlineOf(area, top)),
      line: stepsOf(totals, top),
      areas,
    };
  }, [series, totals]);
  const { marks, top } = drawn;
  const placeOf = (side: Side) => fallTerms.indexOf(fallTermOf(terms[side]));
  const current = at ?? Math.max(0, placeOf('to'));
  const percent = (place: number) => `${(place / fallTerms.length) * 100}%`;
  const valueText = (place: number) =>
    `${quarter(fallTerms[place] ?? null)} · ${totals[place]?.toLocaleString('en-US')}`;
  const rows = [...series, { code: 'all', title: 'All', counts: totals }];
  const middles = drawn.areas.map(({ lower, upper }) => ((lower.at(-1) ?? 0) + (upper.at(-1) ?? 0)) / 2);
  const heights = [...middles, totals.at(-1) ?? 0].map((count) => (count / top) * HEIGHT);
  const labelsAt = spread(heights, APART, HEIGHT - APART);

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
            {drawn.outlines.map((outline, layer) => (
              <path
                key={series[layer]?.code}
                className={classes.layer}
                data-layer={colorOf(counted, layer)}
                d={outline}
              />
            ))}
            <path className={classes.totals} d={drawn.line} />
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
                  <i style={{ bottom: `${((totals[placeOf(side)] ?? 0) / top) * 100}%` }} />
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
        <ul className={classes.labels} style={{ height: HEIGHT }}>
          <li aria-hidden="true" className={classes.over}>
            {sides.map((side) => (
              <span key={side}>{quarter(fallTerms[placeOf(side)] ?? null)}</span>
            ))}
          </li>
          {rows.map(({ code, title: name, counts }, row) => {
            const [before, after] = sides.map((side) => counts[placeOf(side)]);
            return (
              <li key={code} style={{ bottom: labelsAt[row] }}>
                <i
                  className={classes.swatch}
                  data-layer={row < series.length ? colorOf(counted, row) : 'all'}
                />
                <span>{name}</span>
                <span>{before?.toLocaleString('en-US')}</span>
                <span data-differs={before !== after || undefined}>{after?.toLocaleString('en-US')}</span>
              </li>
            );
          })}
        </ul>
      </div>
    </figure>
  );
}

/** The color number of a series. The other schools together have a color of their own. */
const colorOf = ({ series }: CountedSeries, layer: number) =>
  series[layer]?.code === null ? 'others' : layer + 1;
