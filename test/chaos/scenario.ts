import type { EngineName } from '../support/engines.ts';
import type { Cluster } from '../support/ownCluster.ts';
import type { Random } from '../support/random.ts';
import type { Place } from '../support/serverProcess.ts';

/** What a scenario gets for one run on one engine. */
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
  /** Registers a cleanup that runs when the scenario ends, even if it fails. The last one runs first. */
  atEnd(undo: () => Promise<void> | void): void;
}

/** A fault, and the promise that holds in spite of it. */
export interface Scenario {
  /** One word, for running the scenario alone. */
  name: string;
  /** What holds, as a sentence. */
  promise: string;
  /** The first one is that of a sample. */
  engines: readonly EngineName[];
  /** Returns the figures to report. Throws if the promise does not hold. */
  run(run: Run): Promise<string[]>;
}
