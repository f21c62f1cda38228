import type { Activity } from './activity.ts';
import type { Db, Engine } from './tables.ts';

/** An open database of either engine. */
export interface Database {
  db: Db;
  engine: Engine;
  activity: Activity;
  /** Resolves with the reason when the database will not respond again while this process lives. */
  gone: Promise<Error>;
  close: () => Promise<void>;
}

export interface ConnectOptions {
  /** The name of an operator's command. A command uses the folder of an embedded database only until it ends. */
  command?: string;
  /** Reports progress of slow work. */
  report?: (sentence: string) => void;
}
