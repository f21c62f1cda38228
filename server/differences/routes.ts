import * as z from 'zod/mini';
import { recordedDifferences } from '../../contract/differences.ts';
import { ApiError } from '../errors.ts';
import type { Routes } from '../http/routes.ts';
import { sendJson } from '../http/send.ts';
import { time } from '../http/time.ts';
import { createMoments } from '../known/moment.ts';
import { recordedJson } from './recorded.ts';

const page = {
  limit: z.pipe(
    z.optional(z.string().check(z.regex(/^([1-9]\d{0,2}|1000)$/))),
    z.transform((text) => Number(text ?? 200)),
  ),
  cursor: z.optional(z.pipe(z.string().check(z.regex(/^[1-9]\d{0,8}$/)), z.transform(Number))),
};
z.globalRegistry.add(page.limit, { type: 'integer', minimum: 1, maximum: 1000, default: 200 });
z.globalRegistry.add(page.cursor, { type: 'string', description: 'The `next` of the page before.' });

const wrongOrder = () =>
  new ApiError(422, [{ code: 'DIFFERENCES_TO_ORDER', field: 'to', message: 'To must not be before From' }]);

/** What has changed in the records between two times (contract 10). */
export function differenceRoutes({ api, db }: Routes): void {
  const momentOf = createMoments(db, { field: 'to', label: 'To', code: 'DIFFERENCES_TO_OUT_OF_RANGE' });
  api.get(
    '/differences/recorded',
    {
      config: { access: 'manage:data' },
      schema: {
        querystring: z.strictObject({ from: time, to: time, ...page }),
        response: { 200: recordedDifferences },
        summary: 'What was created, changed and deleted between two times, net',
      },
    },
    async (request, reply) => {
      const { from, to, limit, cursor } = request.query;
      if (from > to) throw wrongOrder();
      // Waits for a change that is being saved, so that no page of these differences changes afterwards.
      await momentOf(to.toISOString());
      return sendJson(reply, await recordedJson(db, from, to, { limit, cursor }));
    },
  );
}
