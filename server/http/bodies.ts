import type { FastifyInstance } from 'fastify';
import { badRequest } from '../errors.ts';

/** JSON in UTF-8 and nothing else. No body at all counts as an empty object: its form says what is missing. */
export function readBodies(app: FastifyInstance): void {
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    let text: string;
    try {
      text = utf8.decode(body as Buffer);
    } catch {
      return done(badRequest('MALFORMED_JSON', 'The body is not UTF-8.'));
    }
    return parse(request, text, (error, value) =>
      error ? done(badRequest('MALFORMED_JSON', 'The body is not well-formed JSON.')) : done(null, value),
    );
  });
  app.addHook('preValidation', async (request) => {
    if (request.routeOptions.config.form && request.body === undefined) request.body = {};
  });
}
