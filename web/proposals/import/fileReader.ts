import type { Acts } from './fileWorker.ts';

/** What a worker answers: a result, a sentence that says what is wrong, or neither if it has failed otherwise. */
export type Answer = { id: number } & ({ result: unknown } | { refusal: string | undefined });

/** Why a file could not be read, in a sentence for people. */
export class NotRead extends Error {}

const FAILED = 'The file could not be read. Try again, or save it as CSV and choose that.';

interface Waiting {
  resolve: (result: never) => void;
  reject: (error: NotRead) => void;
}

/** Reads and matches files in a worker of its own. Everything is rejected with a `NotRead`. */
export function startReader() {
  const worker = new Worker(new URL('./fileWorker.ts', import.meta.url), { type: 'module' });
  const waiting = new Map<number, Waiting>();
  let last = 0;
  let ended: NotRead | undefined;
  const end = (refusal: string) => {
    ended = new NotRead(refusal);
    worker.terminate();
    for (const { reject } of waiting.values()) reject(ended);
    waiting.clear();
  };
  worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
    const { resolve, reject } = waiting.get(data.id) ?? {};
    waiting.delete(data.id);
    if ('result' in data) resolve?.(data.result as never);
    else reject?.(new NotRead(data.refusal ?? FAILED));
  });
  // A script that could not be loaded, or memory that ran out.
  worker.addEventListener('error', () => end(FAILED));
  return {
    ask<Act extends keyof Acts>(
      act: Act,
      ...given: Parameters<Acts[Act]>
    ): Promise<Awaited<ReturnType<Acts[Act]>>> {
      // A worker that has ended would never answer.
      if (ended) return Promise.reject(ended);
      last += 1;
      const id = last;
      // oxlint-disable-next-line require-post-message-target-origin -- a worker has none
      worker.postMessage({ id, act, given });
      return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
    },
    /** Gives up what is under way, and what is asked afterward. */
    end: () => end('Reading was canceled.'),
  };
}
export type Reader = ReturnType<typeof startReader>;
