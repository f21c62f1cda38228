import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { errorCode } from '../../../contract/errors.ts';
import { validValues } from '../../../contract/form.ts';
import type { ViewScreen } from '../../../contract/viewScreens.ts';
import { emptyForm, view, viewEditForm, viewForm } from '../../../contract/views.ts';
import type { Db } from '../../db/tables.ts';
import { forbidden, viewNotFound } from '../../errors.ts';
import { signedIn } from '../../http/access.ts';
import { actorOf } from '../../http/actor.ts';
import type { Routes } from '../../http/routeScope.ts';
import { sendJson } from '../../http/sendJson.ts';
import {
  createView,
  editView,
  mayOpen,
  removeView,
  type Saver,
  setDefault,
  usableView,
  viewsJson,
} from './storedViews.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The screen of the view in the path. */
    viewScreen: ViewScreen | null;
  }
}

/** Saved views of screens (contract 11). Everyone who is signed in may have some; while impersonating, no one changes them. */
export function viewRoutes({ api, db }: Routes): void {
  api.decorateRequest('viewScreen', null);
  const querystring = z.strictObject({});
  const params = z.strictObject({ id: z.string() });
  const save = { access: 'signed-in', asOneself: true } as const;
  const saveOne = { ...save, missing: viewNotFound };

  api.get(
    '/views',
    {
      config: { access: 'signed-in' },
      schema: {
        querystring,
        response: { 200: z.array(view) },
        summary: 'The own and all shared views of the screens that the user may open',
      },
    },
    // Each user has another list, so it is not cached.
    async (request, reply) => sendJson(reply, await viewsJson(db, signedIn(request))),
  );

  api.post(
    '/views',
    {
      config: { ...save, form: viewForm },
      preValidation: refuseClosedScreen,
      schema: {
        querystring,
        body: viewForm.schema,
        response: { 201: view },
        summary: 'Save a view of a screen',
      },
    },
    async (request, reply) => sendJson(reply, await createView(db, saverOf(request), request.body), 201),
  );

  api.put(
    '/views/:id',
    {
      config: { ...saveOne, form: viewEditForm },
      onRequest: refuseUnusable(db, 'change'),
      preValidation: keepScreen,
      schema: {
        params,
        querystring,
        body: viewEditForm.schema,
        response: { 200: view },
        summary: 'Change a view',
      },
    },
    async (request, reply) =>
      sendJson(reply, await editView(db, saverOf(request), request.params.id, request.body)),
  );

  api.delete(
    '/views/:id',
    {
      config: saveOne,
      onRequest: refuseUnusable(db, 'change'),
      schema: { params, querystring, response: { 204: z.null() }, summary: 'Delete a view' },
    },
    async (request, reply) => {
      await removeView(db, saverOf(request), request.params.id);
      return reply.code(204).send(null);
    },
  );

  api.put(
    '/views/:id/default',
    {
      config: { ...saveOne, form: emptyForm },
      onRequest: refuseUnusable(db, 'choose'),
      schema: {
        params,
        querystring,
        body: emptyForm.schema,
        response: { 204: z.null() },
        summary: 'Make a view the own default of its screen',
      },
    },
    async (request, reply) => {
      await setDefault(db, saverOf(request), request.params.id, true);
      return reply.code(204).send(null);
    },
  );

  api.delete(
    '/views/:id/default',
    {
      config: saveOne,
      onRequest: refuseUnusable(db, 'choose'),
      schema: {
        params,
        querystring,
        response: { 204: z.null() },
        summary: 'No longer have a view as the own default of its screen',
      },
    },
    async (request, reply) => {
      await setDefault(db, saverOf(request), request.params.id, false);
      return reply.code(204).send(null);
    },
  );
}

const saverOf = (request: FastifyRequest): Saver => ({ actor: actorOf(request), reader: signedIn(request) });

/** Responds with 404 or 403 before the body is read. The transaction of the change checks it again. */
function refuseUnusable(db: Db, use: Parameters<typeof usableView>[3]) {
  return async function checkView(request: FastifyRequest): Promise<void> {
    const { id = '' } = request.params as { id?: string };
    if (!isId(id)) throw viewNotFound();
    const { screen } = await request.deadline.race(usableView(db, signedIn(request), id, use));
    request.viewScreen = screen;
  };
}

/** All IDs are UUIDs. PostgreSQL would not accept some other texts. */
const isId = (text: string) => /^[0-9a-f-]{36}$/.test(text);

/** Contract 2: 403 comes before the errors of other fields. */
async function refuseClosedScreen(request: FastifyRequest): Promise<void> {
  const { screen } = validValues(viewForm, request.body) as { screen?: ViewScreen };
  if (screen !== undefined && !mayOpen(signedIn(request), screen)) throw forbidden();
}

/** A body may repeat the screen of its view (contract 11). It then has it, so that its query can be checked. */
async function keepScreen(request: FastifyRequest): Promise<void> {
  const { body, viewScreen } = request;
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return;
  const { screen } = validValues(viewEditForm, body);
  if (screen === undefined) return;
  request.body = Object.fromEntries([...Object.entries(body), ['screen', viewScreen]]);
  if (screen === null || screen === viewScreen) return;
  const code = errorCode('VIEW', 'screen', 'UNKNOWN_VALUE');
  const message = `Screen must be ${viewScreen}; the screen of a view cannot change`;
  request.keyErrors = [{ code, field: 'screen', message }];
}
