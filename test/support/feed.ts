import * as z from 'zod/mini';
import { type FeedEvent, type FeedPage, type SnapshotLine, snapshotLine } from '../../contract/feed.ts';

/** Requests a path of the API and returns the text of a response with status 200. */
export type ReadText = (path: string) => Promise<string>;

/** All events after a cursor, in pages of this size, and the cursor after them. */
export async function readFeed(
  read: ReadText,
  { after, limit = 1_000 }: { after?: string | undefined; limit?: number } = {},
): Promise<{ events: FeedEvent[]; next: string; pages: number }> {
  const events: FeedEvent[] = [];
  let next = after;
  for (let pages = 1; ; pages += 1) {
    const page: FeedPage = JSON.parse(
      await read(`/feed?limit=${limit}${next === undefined ? '' : `&after=${next}`}`),
    );
    events.push(...page.events);
    next = page.next;
    if (!page.more) return { events, next, pages };
  }
}

/** The rows of a snapshot, and its cursor. Throws if a line is not as the contract says. */
export function parseSnapshot(text: string): {
  rows: Exclude<SnapshotLine, { next: string }>[];
  next: string;
} {
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => z.parse(snapshotLine, JSON.parse(line)) as SnapshotLine);
  const last = lines.pop();
  if (!last || !('next' in last)) throw new Error('The snapshot is incomplete');
  return { rows: lines as Exclude<SnapshotLine, { next: string }>[], next: last.next };
}

export type Row = Pick<FeedEvent, 'kind' | 'key' | 'version' | 'value'>;

/** What a reader of events keeps: for each kind and key the row with the highest version, without deleted ones. */
export function rowsAfter(events: readonly Row[], start: readonly Row[] = []): Map<string, Row> {
  const rows = new Map<string, Row>();
  for (const { kind, key, version, value } of [...start, ...events]) {
    const name = `${kind} ${key}`;
    if (version > (rows.get(name)?.version ?? Number.NEGATIVE_INFINITY))
      rows.set(name, { kind, key, version, value });
  }
  for (const [name, { value }] of rows) if (value === null) rows.delete(name);
  return rows;
}
