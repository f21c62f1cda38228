import { setTimeout as pause } from 'node:timers/promises';
import type { Db } from '../../db/tables.ts';
import { Deadline } from '../../runtime/deadline.ts';
import { limits } from '../../runtime/limits.ts';
import type { Position } from './cursor.ts';
import { newestPosition } from './events.ts';

export interface HeadWatch {
  /** Whether nothing was saved after this position when this was last looked up. If so, `changed` finds what was saved since. */
  isNewest(position: Position): boolean;
  /**
   * Resolves when this is no longer the newest change set, after so many milliseconds, or when the server stops. Rejects if the
   * signal is aborted.
   */
  changed(newest: Position, milliseconds: number, signal: AbortSignal): Promise<void>;
}

/**
 * Waits for changes by any instance without a connection for each request that waits: while any does, one short statement
 * looks up the newest change set every now and then. A notification of PostgreSQL would need a connection that no pooler
 * shares. After a change, those that wait are resolved a few at a time, the first one first: hundreds at once would delay others.
 */
export function watchHead(db: Db, stopping: AbortSignal): HeadWatch {
  const waiting = new Map<() => void, string>();
  let isPolling = false;
  let head: Position | undefined;

  async function poll(): Promise<void> {
    isPolling = true;
    while (waiting.size > 0) {
      await pause(limits.feedPoll);
      // While the database is away, nothing changes.
      head = await Deadline.start(limits.work, () => newestPosition(db)).catch(() => head);
      const behind = [...waiting].filter(([, known]) => head && known !== head.hash);
      for (const [wake] of behind.slice(0, limits.feedWakes)) wake();
    }
    isPolling = false;
  }

  return {
    isNewest: ({ number, place, hash }) =>
      head?.number === number && head.place === place && head.hash === hash,

    async changed({ hash }, milliseconds, signal) {
      signal.throwIfAborted();
      if (stopping.aborted) return;
      const over = new AbortController();
      const wake = () => {
        waiting.delete(wake);
        over.abort();
      };
      waiting.set(wake, hash);
      if (!isPolling) void poll();
      try {
        await pause(milliseconds, undefined, { signal: AbortSignal.any([over.signal, stopping, signal]) });
      } catch {
        signal.throwIfAborted();
      } finally {
        waiting.delete(wake);
      }
    },
  };
}
