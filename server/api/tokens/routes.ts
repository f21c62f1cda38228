import * as z from 'zod/mini';
import { renewForm, token, tokenForm, tokenWithSecret } from '../../../contract/tokens.ts';
import {
  createToken,
  errorsOfDay,
  renewToken,
  revokeToken,
  tokensJson,
} from '../../auth/tokens/storedTokens.ts';
import { tokenNotFound } from '../../errors.ts';
import { actorOf } from '../../http/actor.ts';
import type { Routes } from '../../http/routeScope.ts';
import { sendJson } from '../../http/sendJson.ts';

/** Tokens of other systems (contract 13). They belong to the office: everyone with `manage:data` sees and ends them. */
export function tokenRoutes({ api, db, config: { timeZone } }: Routes): void {
  const querystring = z.strictObject({});
  const manage = { access: 'manage:data', asOneself: true } as const;
  const manageOne = { ...manage, missing: tokenNotFound };
  // All IDs are UUIDs. PostgreSQL would not accept some other texts.
  const params = z.strictObject({ id: z.string().check(z.regex(/^[0-9a-f-]{36}$/)) });
  const databaseErrors = async (_request: unknown, { expiresOn }: Record<string, unknown>) =>
    typeof expiresOn === 'string' ? await errorsOfDay(db, timeZone, expiresOn) : [];

  api.get(
    '/tokens',
    {
      config: manage,
      schema: {
        querystring,
        response: { 200: z.array(token) },
        summary: 'The tokens of other systems, newest first',
      },
    },
    async (_request, reply) => sendJson(reply, await tokensJson(db, timeZone)),
  );

  api.post(
    '/tokens',
    {
      config: { ...manage, form: tokenForm, databaseErrors },
      schema: {
        querystring,
        body: tokenForm.schema,
        response: { 201: tokenWithSecret },
        summary: 'Create a token: the only response with its secret',
      },
    },
    async (request, reply) =>
      sendJson(reply, await createToken(db, actorOf(request), timeZone, request.body), 201),
  );

  api.post(
    '/tokens/:id/renew',
    {
      config: { ...manageOne, form: renewForm, databaseErrors },
      schema: {
        params,
        querystring,
        body: renewForm.schema,
        response: { 201: tokenWithSecret },
        summary: 'Give a token a new secret; the earlier ones work for 7 more days',
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      return sendJson(
        reply,
        await renewToken(db, actorOf(request), timeZone, id, request.body.expiresOn),
        201,
      );
    },
  );

  api.delete(
    '/tokens/:id',
    {
      config: manageOne,
      schema: {
        params,
        querystring,
        response: { 204: z.null() },
        summary: 'End all secrets of a token at once',
      },
    },
    async (request, reply) => {
      await revokeToken(db, actorOf(request), request.params.id);
      return reply.code(204).send(null);
    },
  );
}
