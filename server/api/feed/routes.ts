import { Readable } from 'node:stream';
import * as z from 'zod/mini';
import { errorResponse } from '../../../contract/errors.ts';
import { feedPage, snapshotLine } from '../../../contract/feed.ts';
import { badRequest, cursorGone } from '../../errors.ts';
import { pageOf } from '../../http/pagination.ts';
import type { Routes } from '../../http/routeScope.ts';
import { sendJson } from '../../http/sendJson.ts';
import { textParameter } from '../../http/textParameter.ts';
import { Deadline } from '../../runtime/deadline.ts';
import { limits } from '../../runtime/limits.ts';
import { createQueue } from '../../runtime/queue.ts';
import { cursorOf, type Position, positionOf, START } from './cursor.ts';
import { checkPosition, type EventPage, newestPosition, readEvents } from './events.ts';
import { feedExample, snapshotExample } from './examples.ts';
import { watchHead } from './headWatch.ts';
import { snapshotLines } from './snapshot.ts';

/** In seconds. */
const MOST_WAIT = 25;

const NDJSON = 'application/x-ndjson';

const after = textParameter(positionOf, 'Not a cursor', {
  type: 'string',
  description:
    'The `next` of the previous page, or of a snapshot. Without it, the feed starts with the first change set.',
  examples: [feedExample.next],
});
const wait = z.pipe(
  z.optional(z.string().check(z.regex(/^(?:\d|1\d|2[0-5])$/))),
  z.transform((text) => Number(text ?? 0)),
);
z.globalRegistry.add(wait, {
  type: 'integer',
  minimum: 0,
  maximum: MOST_WAIT,
  default: 0,
  description: 'How many seconds a response without events waits for one.',
});
z.globalRegistry.add(feedPage, { examples: [feedExample] });
z.globalRegistry.add(snapshotLine, { examples: snapshotExample });
const { limit } = pageOf({ max: 1_000, byDefault: 200 });

/** Changes for other systems, as a feed and as a snapshot to start from (contract 13). */
export function feedRoutes({ api, db, config: { basePath }, stopping }: Routes): void {
  const access = { access: 'manage:data', scope: 'read:changes' } as const;
  const watch = watchHead(db, stopping);
  // After a change, everyone who waited reads: others must still get their connections.
  const inTurn = createQueue('feed_queue', limits.feedReads, Number.POSITIVE_INFINITY);
  const read = <T>(work: () => Promise<T>) => Deadline.start(limits.work, () => inTurn(work));
  const snapshot = `${basePath}/api/feed/snapshot`;

  async function pageAfter(after: Position | undefined, limit: number): Promise<EventPage> {
    const found = after ? await checkPosition(db, after) : 'valid';
    if (found === 'gone') throw cursorGone(snapshot);
    if (found === 'malformed')
      throw badRequest('BAD_QUERY', 'The query has values that are not allowed: after.');
    return await readEvents(db, after ?? START, limit);
  }

  // After a change most ask for the same page. A read that has not begun yet serves all of them: it misses nothing.
  const asked = new Map<string, Promise<EventPage>>();
  function readPage(after: Position | undefined, limit: number): Promise<EventPage> {
    const name = `${cursorOf(after ?? START)} ${limit}`;
    const same = asked.get(name);
    if (same) return same;
    const begin = () => {
      asked.delete(name);
      return pageAfter(after, limit);
    };
    // Not at once, because then it would have begun before it is entered.
    const page = Promise.resolve().then(() => read(begin));
    asked.set(name, page);
    page.catch(() => asked.delete(name));
    return page;
  }

  api.get(
    '/feed',
    {
      config: { ...access, isLongPoll: true, work: MOST_WAIT * 1000 + limits.work },
      schema: {
        querystring: z.strictObject({ after: z.optional(after), limit, wait }),
        response: { 200: feedPage, 410: errorResponse },
        summary: 'All changes after a cursor, in the order in which they were saved',
      },
    },
    async (request, reply) => {
      const { after, limit, wait } = request.query;
      const { signal } = request.deadline;
      const page = after && wait > 0 && watch.isNewest(after) ? undefined : await readPage(after, limit);
      if (page && (!page.isEmpty || wait === 0)) return sendJson(reply, page.json);
      await watch.changed(after ?? START, wait * 1000, signal);
      await read(() => request.checkAccess());
      return sendJson(reply, (await readPage(after, limit)).json);
    },
  );

  api.get(
    '/feed/snapshot',
    {
      config: access,
      schema: {
        querystring: z.strictObject({}),
        response: {
          200: {
            description: 'One line of JSON for each row, and at last one with the cursor of this state.',
            content: { [NDJSON]: { schema: snapshotLine } },
          },
        },
        summary: 'All rows as they are, and the cursor from which the feed continues',
      },
    },
    async (request, reply) => {
      const position = await read(() => newestPosition(db));
      const lines = request.method === 'HEAD' || !position ? [] : snapshotLines(db, position, read);
      return reply.type(NDJSON).send(Readable.from(lines) as never);
    },
  );
}
