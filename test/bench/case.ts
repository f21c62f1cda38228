import type { EngineName } from '../prove/part.ts';
import type { Ground } from './ground/ground.ts';

/** One thing measured at one size. */
export interface Figure {
  measured: string;
  value: number;
  unit: 'ms' | '/s' | 'MB' | '';
  p99?: number;
  /** What it is held against, in the same unit and the same run, and what that is. */
  limit?: number;
  of?: string;
  /** What `value / limit` should at least, or at most, be. */
  atLeast?: number;
  atMost?: number;
}

export interface Case {
  /** One word, to run it alone. */
  name: string;
  /** Where it differs by engine: on both, unless said. */
  engines?: readonly EngineName[];
  /** Left out of the short form. */
  isLong?: true;
  /** `short`: a few rounds, for the ratios only. */
  run(ground: Ground, short: boolean): Promise<Figure[]>;
}
