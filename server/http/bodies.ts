import type { FastifyInstance } from 'fastify';
import { ApiError, badRequest } from '../errors.ts';

/** Accepts only JSON in UTF-8. A missing body counts as an empty object, so that the form reports what is missing. */
export function readBodies(app: FastifyInstance): void {
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    // A few compressed bytes may expand to any size.
    if ((request.headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity')
      return done(
        new ApiError(415, [{ code: 'UNSUPPORTED_MEDIA_TYPE', message: 'The body must not be compressed.' }]),
      );
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
