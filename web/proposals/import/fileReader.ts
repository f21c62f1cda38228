import type { WorkerActions } from './fileWorker.ts';

/** The message of a worker: a result, a message about an invalid file, or neither if it has failed otherwise. */
export type WorkerMessage = { id: number } & ({ result: unknown } | { message: string | undefined });

/** The reason why a file could not be read, as a sentence for users. */
export class ReadError extends Error {}

const FAILED = 'The file could not be read. Try again, or save it as CSV and choose that.';

interface PendingRequest {
  resolve: (result: never) => void;
  reject: (error: ReadError) => void;
}

/** Reads and matches files in a worker of its own. Every failure rejects with a `NotRead`. */
export function startReader() {
  const worker = new Worker(new URL('./fileWorker.ts', import.meta.url), { type: 'module' });
  const pending = new Map<number, PendingRequest>();
  let last = 0;
  let ended: ReadError | undefined;
  const end = (message: string) => {
    ended = new ReadError(message);
    worker.terminate();
    for (const { reject } of pending.values()) reject(ended);
    pending.clear();
  };
  worker.addEventListener('message', ({ data }: MessageEvent<WorkerMessage>) => {
    const { resolve, reject } = pending.get(data.id) ?? {};
    pending.delete(data.id);
    if ('result' in data) resolve?.(data.result as never);
    else reject?.(new ReadError(data.message ?? FAILED));
  });
  // A script that could not be loaded, or memory that ran out.
  worker.addEventListener('error', () => end(FAILED));
  return {
    ask<Act extends keyof WorkerActions>(
      act: Act,
      ...parameters: Parameters<WorkerActions[Act]>
    ): Promise<Awaited<ReturnType<WorkerActions[Act]>>> {
      // A worker that has ended would never respond.
      if (ended) return Promise.reject(ended);
      last += 1;
      const id = last;
      // oxlint-disable-next-line require-post-message-target-origin -- a worker has none
      worker.postMessage({ id, act, parameters });
      return new Promise((resolve, reject) => pending.set(id, { resolve, reject }));
    },
    /** Cancels the running reads, and rejects later ones. */
    end: () => end('Reading was canceled.'),
  };
}
export type Reader = ReturnType<typeof startReader>;
