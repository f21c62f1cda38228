/** Follows the feed with many requests that wait, until the thread ends. */
import { workerData } from 'node:worker_threads';

export interface Polls {
  /** Ends with `after=`. */
  url: string;
  headers: Record<string, string>;
  /** The cursor to start from. */
  next: string;
  count: number;
}

const { url, headers, next, count } = workerData as Polls;
await Promise.all(Array.from({ length: count }, follow));

async function follow(): Promise<void> {
  for (let after = next; ; ) {
    const response = await fetch(url + after, { headers });
    if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
    ({ next: after } = (await response.json()) as { next: string });
  }
}
