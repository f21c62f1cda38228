import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { saved } from '../../../contract/history.ts';
import { applyForm, MOST_BYTES, preview, previewForm } from '../../../contract/proposals.ts';
import { tooManyRequests } from '../../errors.ts';
import { signedIn } from '../../http/access.ts';
import { actorOf } from '../../http/actor.ts';
import { confirmBy } from '../../http/confirm.ts';
import { overrideQuery } from '../../http/overrideQuery.ts';
import { hasLargeBody } from '../../http/progress.ts';
import type { Routes } from '../../http/routeScope.ts';
import { sendJson, sendPieces } from '../../http/sendJson.ts';
import { limits } from '../../runtime/limits.ts';
import { apply } from './apply.ts';
import { piecesOf, previewOf } from './preview.ts';
import { readProposal } from './proposalBody.ts';

/** Previews many changes at once, and saves them (contract 9). */
export function proposalRoutes({ api, db }: Routes): void {
  const config = { access: 'manage:data', work: limits.longWork, readBody: readProposal } as const;
  const onRequest = largeBodies();

  api.post(
    '/proposals/preview',
    {
      config: { ...config, savesNothing: true, form: previewForm },
      bodyLimit: MOST_BYTES,
      onRequest,
      schema: {
        querystring: z.strictObject({}),
        body: previewForm.schema,
        response: { 200: preview },
        summary: 'Preview the effect of applying these rows; saves nothing',
      },
    },
    async (request, reply) => {
      return sendPieces(reply, piecesOf(await previewOf(db, request.body.rows)));
    },
  );

  api.post(
    '/proposals/apply',
    {
      config: { ...config, form: applyForm },
      bodyLimit: MOST_BYTES,
      onRequest,
      schema: {
        querystring: overrideQuery,
        body: applyForm.schema,
        response: { 201: saved },
        summary: 'Save these rows as one change set, all or none',
      },
    },
    async (request, reply) => {
      const set = await apply(db, actorOf(request), request.body, confirmBy(request));
      return sendJson(reply, `{"changeSet":${set}}`, 201);
    },
  );
}

/**
 * A hook that limits the number of large bodies in progress, because each takes much memory, and even more the number of one
 * user, who could otherwise block all others.
 */
function largeBodies() {
  const open: string[] = [];
  return async function limitLargeBodies(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (!hasLargeBody(request)) return;
    const { user, impersonator } = signedIn(request);
    const { uciNetId } = impersonator ?? user;
    const ofUser = open.filter((id) => id === uciNetId).length;
    if (open.length >= limits.largeBodies || ofUser >= limits.largeBodiesOfOne) throw tooManyRequests(5);
    open.push(uciNetId);
    reply.raw.once('close', () => open.splice(open.indexOf(uciNetId), 1));
  };
}
