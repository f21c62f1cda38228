import type { Cluster } from './support/cluster.ts';
import type { Random } from './support/random.ts';
import type { Place } from './support/server.ts';

export const engineNames = ['embedded', 'postgresql'] as const;
export type EngineName = (typeof engineNames)[number];

/** What a part gets for one run on one engine. */
export interface Run {
  engine: EngineName;
  /** Run only a sample, as `npm test` does. */
  short: boolean;
  /** The same seed gives the same run. */
  random: Random;
  /** Creates an empty database for this run, as before a first start. */
  newPlace(): Promise<Place>;
  /** The PostgreSQL cluster of this run; null on the embedded engine. */
  cluster: Cluster | null;
  /** Registers a cleanup that runs when the part ends, even if it fails. The last one runs first. */
  atEnd(undo: () => Promise<void> | void): void;
}

/** A promise and the attack on it. */
export interface Part {
  /** One word, for running the part alone. */
  name: string;
  /** What the part proves, as a sentence. */
  promise: string;
  /** The first one is that of a sample. */
  engines: readonly EngineName[];
  /** Returns the figures to report. Throws if the promise does not hold. */
  run(run: Run): Promise<string[]>;
}

/** Fails the part unless the condition holds. `seen` describes what happened. */
export function hold(condition: unknown, seen: string): asserts condition {
  if (!condition) throw new Error(seen);
}
