import type { EngineName } from '../support/engines.ts';
import type { Setup } from './support/setup.ts';

/** One measurement at one size. */
export interface Figure {
  measured: string;
  value: number;
  unit: 'ms' | '/s' | 'MB' | '';
  p99?: number;
  /** The value to compare with, in the same unit and from the same run, and a description of it. */
  limit?: number;
  of?: string;
  /** The goal: bounds for `value / limit`. */
  atLeast?: number;
  atMost?: number;
}

export interface Case {
  /** One word, for running the case alone. */
  name: string;
  /** The engines to run on. Defaults to both. */
  engines?: readonly EngineName[];
  /** Skipped with `--short`. */
  isLong?: true;
  /** `short`: only a few rounds, enough for the ratios. */
  run(setup: Setup, short: boolean): Promise<Figure[]>;
}
