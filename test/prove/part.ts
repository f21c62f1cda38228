import type { Cluster } from './ground/cluster.ts';
import type { Place } from './ground/product.ts';
import type { Random } from './ground/random.ts';

export const engineNames = ['embedded', 'postgresql'] as const;
export type EngineName = (typeof engineNames)[number];

/** What one part of the proof is given for one run on one engine. */
export interface Run {
  engine: EngineName;
  /** A sample of the whole, as `npm test` takes it. */
  short: boolean;
  /** The same seed brings the same run. */
  random: Random;
  /** A database of this run's own, empty as on a first start. */
  newPlace(): Promise<Place>;
  /** The PostgreSQL that places of this run are in; none on the embedded engine. */
  cluster: Cluster | null;
  /** Done when the part has ended, however it ended; the last first. */
  atEnd(undo: () => Promise<void> | void): void;
}

/** A promise and the attack on it. */
export interface Part {
  /** One word, to run it alone. */
  name: string;
  /** What it shows, as a sentence. */
  promise: string;
  engines: readonly EngineName[];
  /** Answers its figures; throws when the promise does not hold. */
  run(run: Run): Promise<string[]>;
}

/** Fails the part with a sentence that says what was seen. */
export function hold(condition: unknown, seen: string): asserts condition {
  if (!condition) throw new Error(seen);
}
