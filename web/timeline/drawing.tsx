import words from './notes.module.css';
import classes from './timeline.module.css';

const KINDS = ['school', 'department', 'major', 'degree', 'plain'] as const;

interface CircledProps {
  /** In percent of the axis, and the offset from that, in px. */
  at: number;
  by: number;
  /** In px. */
  y: number;
  number: number;
}

const DIGIT = 6.5;

/** The number of a note, in a circle that is wider for more digits. */
export const Circled = ({ at, by, y, number }: CircledProps) => {
  const width = Math.max(16, 5 + DIGIT * String(number).length);
  return (
    <svg className={words.number} x={`${at}%`}>
      <rect x={by - width / 2} y={y - 8} width={width} height="16" rx="8" />
      <text x={by} y={y + 3.5} textAnchor="middle">
        {number}
      </text>
    </svg>
  );
};

/** A line from top to bottom. */
export const Line = ({ at, isAsOf = false }: { at: number; isAsOf?: boolean }) => (
  <line x1={`${at}%`} x2={`${at}%`} y2="100%" data-as-of={isAsOf || undefined} />
);

/** The fill patterns of bars. Their IDs begin with `id`: `id-school` hatches, `id-in` and `id-out` fade. */
export const Patterns = ({ id }: { id: string }) => (
  <defs>
    {KINDS.map((kind) => (
      <pattern
        key={kind}
        id={`${id}-${kind}`}
        data-kind={kind}
        className={classes.hatch}
        patternUnits="userSpaceOnUse"
        width="6"
        height="6"
        patternTransform="rotate(45)"
      >
        <rect width="2" height="6" />
      </pattern>
    ))}
    <linearGradient id={`${id}-gradient`}>
      <stop offset="0" stopColor="#fff" />
      <stop offset="1" stopColor="#fff" stopOpacity=".12" />
    </linearGradient>
    <mask id={`${id}-out`} maskContentUnits="objectBoundingBox">
      <rect width="1" height="1" fill={`url(#${id}-gradient)`} />
    </mask>
    <mask id={`${id}-in`} maskContentUnits="objectBoundingBox">
      <rect x="-1" width="1" height="1" transform="scale(-1 1)" fill={`url(#${id}-gradient)`} />
    </mask>
  </defs>
);
