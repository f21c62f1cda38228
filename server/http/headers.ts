import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import helmet, { type HelmetOptions } from 'helmet';
import type { Config } from '../config/config.ts';

/** The headers of every response, whatever its content. */
const commonOptions = {
  referrerPolicy: { policy: 'same-origin' },
  crossOriginOpenerPolicy: { policy: 'same-origin' },
  crossOriginResourcePolicy: { policy: 'same-origin' },
  xFrameOptions: { action: 'deny' },
} as const;

/** The headers of a response to an unreadable request, which no hook adds to. The response is never a page. */
export const headersOfUnreadable: OutgoingHttpHeaders = {
  ...headersOf({
    ...commonOptions,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    strictTransportSecurity: false,
  }),
  'cache-control': 'no-store',
};

/** Sets the headers of every response (reliability, rule 10). Inline styles are allowed because components use them. */
export function setHeaders(app: FastifyInstance, { publicUrl }: Config): void {
  const https = publicUrl.startsWith('https:');
  const headers = headersOf({
    ...commonOptions,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: https ? { maxAge: 31_536_000, includeSubDomains: false } : false,
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ ...headers, 'x-request-id': request.id });
  });
  // Ignore an unknown Expect header: Node would reject the request without any of these headers.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
}

/** Computes helmet's headers once for all responses. Its Fastify plugin would compute them for each response. */
function headersOf(options: HelmetOptions): OutgoingHttpHeaders {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  helmet(options)(request, response, () => {});
  return response.getHeaders();
}
