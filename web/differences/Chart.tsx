import { type KeyboardEvent, type PointerEvent, useId, useMemo } from 'react';
import { useQuarter } from '../terms/lookups.ts';
import classes from './chart.module.css';
import { type Counted, marksOf, outlineOf, spread, stacked, stepsOf } from './chartSeries.ts';
import type { Side, Sides } from './differencesUrl.ts';
import { fallTermOf } from './fallTerms.ts';

interface Props {
  title: string;
  counted: Counted;
  /** The two terms that are compared. */
  terms: Sides;
  /** The fall under the pointer or chosen by keys, if any, as its place among the falls. */
  at: number | null;
  onAt: (at: number | null) => void;
  onChoose: (side: Side, fall: string) => void;
  /** The last fall that has begun. Later ones are planned. */
  running: string;
  /** What can be done with the chart, by id. */
  describedBy: string;
}

/** The height of the drawing and the least distance of its labels, in px. */
const HEIGHT = 190;
const APART = 18;

const sides = ['from', 'to'] as const;

/** How many items are in effect each fall, in layers by school. A fall is chosen by pointer or by keys. */
export function Chart({ title, counted, terms, at, onAt, onChoose, running, describedBy }: Props) {
  const quarter = useQuarter();
  const id = useId();
  const { falls, whole, layers } = counted;
  const drawn = useMemo(() => {
    const areas = stacked(layers);
    const marks = marksOf(Math.max(...whole, ...(areas.at(-1)?.upper ?? [])));
    const top = marks.at(-1) ?? 1;
    return {
      marks,
      top,
      outlines: areas.map((area) => outlineOf(area, top)),
      line: stepsOf(whole, top),
      areas,
    };
  }, [layers, whole]);
  const { marks, top } = drawn;
  const placeOf = (side: Side) => falls.indexOf(fallTermOf(terms[side]));
  const current = at ?? Math.max(0, placeOf('to'));
  const percent = (place: number) => `${(place / falls.length) * 100}%`;
  const said = (place: number) =>
    `${quarter(falls[place] ?? null)} · ${whole[place]?.toLocaleString('en-US')}`;
  const rows = [...layers, { code: 'all', title: 'All', counts: whole }];
  const middles = drawn.areas.map(({ lower, upper }) => ((lower.at(-1) ?? 0) + (upper.at(-1) ?? 0)) / 2);
  const heights = [...middles, whole.at(-1) ?? 0].map((count) => (count / top) * HEIGHT);
  const labelsAt = spread(heights, APART, HEIGHT - APART);

  const choose = (place: number, withShift: boolean) => {
    const fall = falls[place];
    if (fall !== undefined) onChoose(withShift ? 'to' : 'from', fall);
  };
  const underPointer = ({
    currentTarget,
    clientX,
  }: Pick<PointerEvent, 'clientX'> & { currentTarget: Element }) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    return Math.min(falls.length - 1, Math.max(0, Math.floor(((clientX - left) / width) * falls.length)));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = {
      ArrowLeft: -1,
      ArrowRight: 1,
      Home: -falls.length,
      End: falls.length,
    };
    const step = steps[event.key];
    if (event.key === 'Enter') choose(current, event.shiftKey);
    else if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    else onAt(Math.min(falls.length - 1, Math.max(0, current + step)));
    event.preventDefault();
  };

  return (
    <figure className={classes.chart} aria-labelledby={id}>
      <figcaption className={classes.head}>
        <h2 id={id}>{title}</h2>
        {at !== null && <span aria-hidden="true">{said(at)}</span>}
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
          aria-valuemax={falls.length - 1}
          aria-valuenow={current}
          aria-valuetext={said(current)}
          onKeyDown={onKeyDown}
          onBlur={() => onAt(null)}
          onPointerMove={(event) => event.pointerType === 'mouse' && onAt(underPointer(event))}
          onPointerLeave={() => onAt(null)}
          onClick={(event) => choose(underPointer(event), event.shiftKey)}
        >
          <svg viewBox={`0 0 ${falls.length} ${top}`} preserveAspectRatio="none" aria-hidden="true">
            {marks.map((mark) => (
              <path key={mark} className={classes.mark} d={`M0 ${top - mark}H${falls.length}`} />
            ))}
            {drawn.outlines.map((outline, layer) => (
              <path
                key={layers[layer]?.code}
                className={classes.layer}
                data-layer={lookOf(counted, layer)}
                d={outline}
              />
            ))}
            <path className={classes.whole} d={drawn.line} />
            {falls.includes(running) && (
              <path
                className={classes.veil}
                d={`M${falls.indexOf(running) + 1} 0H${falls.length}V${top}H${falls.indexOf(running) + 1}Z`}
              />
            )}
          </svg>
          {at !== null && <i className={classes.at} style={{ left: percent(at + 0.5) }} />}
          {sides.map(
            (side) =>
              placeOf(side) >= 0 && (
                <i key={side} className={classes.side} style={{ left: percent(placeOf(side) + 0.5) }}>
                  <i style={{ bottom: `${((whole[placeOf(side)] ?? 0) / top) * 100}%` }} />
                </i>
              ),
          )}
        </div>
        <div className={classes.falls} aria-hidden="true">
          {falls.map(
            (fall, place) =>
              fall.slice(3, 4) === '0' && (
                <span key={fall} style={{ left: percent(place) }}>
                  {quarter(fall)}
                </span>
              ),
          )}
        </div>
        <ul className={classes.labels} style={{ height: HEIGHT }}>
          <li aria-hidden="true" className={classes.over}>
            {sides.map((side) => (
              <span key={side}>{quarter(falls[placeOf(side)] ?? null)}</span>
            ))}
          </li>
          {rows.map(({ code, title: name, counts }, row) => {
            const [before, after] = sides.map((side) => counts[placeOf(side)]);
            return (
              <li key={code} style={{ bottom: labelsAt[row] }}>
                <i
                  className={classes.swatch}
                  data-layer={row < layers.length ? lookOf(counted, row) : 'all'}
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

/** The number of a layer's color. The others together have one of their own. */
const lookOf = ({ layers }: Counted, layer: number) => (layers[layer]?.code === null ? 'others' : layer + 1);
