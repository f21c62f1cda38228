import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError, badRequest } from '../errors.ts';

/** Parses JSON in UTF-8. Throws if it is neither. */
export type Parse = (json: Uint8Array) => unknown;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Reads the body, if a route does not parse it as a whole. */
    readBody?: (body: Uint8Array, parse: Parse) => Promise<unknown>;
  }
}

/** Accepts only JSON in UTF-8. A missing body counts as an empty object, so that the form reports what is missing. */
export function readBodies(app: FastifyInstance): void {
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  const parseText = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      if (body.length === 0) return undefined;
      // A few compressed bytes may expand to any size.
      if ((request.headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity')
        throw new ApiError(415, [
          { code: 'UNSUPPORTED_MEDIA_TYPE', message: 'The body must not be compressed.' },
        ]);
      const parse: Parse = (json) => {
        let text: string;
        try {
          text = utf8.decode(json);
        } catch {
          throw badRequest('MALFORMED_JSON', 'The body is not UTF-8.');
        }
        let parsed: unknown;
        // The callback runs synchronously.
        void parseText(request, text, (error, value) => {
          if (error) throw badRequest('MALFORMED_JSON', 'The body is not well-formed JSON.');
          parsed = value;
        });
        return parsed;
      };
      const { readBody } = request.routeOptions.config;
      return readBody ? await request.deadline.run(() => readBody(body, parse)) : parse(body);
    },
  );
  app.addHook('preValidation', async (request) => {
    if (request.routeOptions.config.form && request.body === undefined) request.body = {};
  });
}
