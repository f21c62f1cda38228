import type { Links } from '../ui/table/useLinks.ts';
import hide from '../ui/visuallyHidden.module.css';
import type { Interval } from './axis.ts';
import { Circled } from './drawing.tsx';
import classes from './timeline.module.css';
import type { Bar, Beyond } from './timelineLayout.ts';

interface Props {
  bar: Bar;
  beyond: readonly Beyond[];
  /** The prefix of the pattern IDs. */
  id: string;
  /** Makes the label a link to the item; null for the item of the page. */
  links: Links | null;
}

/**
 * A label, its period in words, and the bar. Screen readers read only the words. The bar shows its `data-tip` as a tooltip
 * beside its start.
 */
export function BarRow({ bar, beyond, id, links }: Props) {
  const { label, to, words, formerly, sentence, isActive, names } = bar;
  const start = `${bar.at.from}%`;
  return (
    <li className={classes.row}>
      <span className={classes.label} translate="no">
        {links ? (
          <a href={links.hrefOf(to)} onClick={links.onFollow} data-tip={sentence}>
            {label}
          </a>
        ) : (
          <b>{label}</b>
        )}
      </span>
      <span className={classes.words}>
        <span>{words}</span>
        {!isActive && <span className={hide.visuallyHidden}>, not active</span>}
        {formerly && <span className={hide.visuallyHidden}>{formerly}</span>}
        {beyond.map(({ number }) => (
          <span key={number} className={hide.visuallyHidden}>
            , note <span>{number}</span>
          </span>
        ))}
      </span>
      <div className={classes.bars} data-tip={links ? undefined : sentence}>
        <svg
          className={classes.bar}
          data-kind={bar.kind}
          data-item={links ? undefined : true}
          aria-hidden="true"
        >
          <Fill bar={bar} id={id} />
          {beyond.map((mark) => (
            <BeyondMark key={mark.number} mark={mark} />
          ))}
          <rect className={classes.start} x={start} width="1" height="100%" />
        </svg>
        {names.length > 0 && (
          <div className={classes.names} translate="no" aria-hidden="true">
            {names.map(({ name, at }) => (
              <span key={at.from} style={placed(at)}>
                {name}
              </span>
            ))}
          </div>
        )}
      </div>
    </li>
  );
}

/** Solid in the known period, and fading if the start or end is open. */
function Fill({ bar: { kind, isActive, at, fades }, id }: Pick<Props, 'bar' | 'id'>) {
  const whole = { from: fades.in ? fades.in.to : at.from, to: fades.out ? fades.out.from : at.to };
  const fill = isActive ? 'currentColor' : `url(#${id}-${kind})`;
  return (
    <>
      {fades.in && <rect {...across(fades.in)} fill={fill} mask={`url(#${id}-in)`} />}
      {whole.from < whole.to && (
        <rect {...across(whole)} fill={fill} data-hatched={!isActive || undefined} rx="2" />
      )}
      {fades.out && <rect {...across(fades.out)} fill={fill} mask={`url(#${id}-out)`} />}
    </>
  );
}

/** The part outside the item's period, a line at its boundary, and the number of the note. */
function BeyondMark({ mark: { side, at, number } }: { mark: Beyond }) {
  const isEnd = side === 'end';
  const edge = `${isEnd ? at.from : at.to}%`;
  // Beside it; an open end has no space beside it.
  const beside =
    isEnd && at.to >= 100 ? { at: at.from, by: 13 } : { at: isEnd ? at.to : at.from, by: isEnd ? 11 : -11 };
  return (
    <g className={classes.beyond}>
      <rect {...across(at)} />
      <line x1={edge} x2={edge} y1="-3" y2="100%" />
      <Circled {...beside} y={8} number={number} />
    </g>
  );
}

const placed = ({ from, to }: Interval) => ({ left: `${from}%`, width: `${to - from}%` });

const across = ({ from, to }: Interval) => ({ x: `${from}%`, width: `${to - from}%`, height: '100%' });
