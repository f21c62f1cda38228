import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { isDeepStrictEqual } from 'node:util';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { conflictResponse, errorResponse, signInResponse } from '../../contract/errors.ts';

/**
 * Checks every JSON response against the schema that its route declares for the status. Strict: unknown keys are faults
 * too. Returns the array to which faults are added. Unless `faults` is set, a status of 500 or above is one as well.
 */
export function checkResponses(app: FastifyInstance, { faults }: { faults: boolean }): string[] {
  const found: string[] = [];
  const causes = new WeakMap<FastifyRequest, Error>();
  app.addHook('onError', async (request, _reply, error) => {
    causes.set(request, error);
  });
  app.addHook('onSend', async (request, reply, sent) => {
    // Long responses are streams.
    const payload = sent instanceof Readable ? await text(sent) : sent;
    const fault =
      reply.statusCode >= 500 && !faults
        ? `unexpected ${causes.get(request)?.stack}`
        : faultOf(request, reply, payload);
    if (fault) found.push(`${request.method} ${request.url} returned ${reply.statusCode}: ${fault}`);
    return sent instanceof Readable ? Readable.from([payload]) : sent;
  });
  return found;
}

// The same large lists come repeatedly, and a check takes longer than the response.
const faultless = new WeakMap<z.ZodMiniType, Set<string>>();

function faultOf(request: FastifyRequest, reply: FastifyReply, payload: unknown): string | undefined {
  const status = reply.statusCode;
  const declared = (request.routeOptions.schema?.response ?? {}) as Record<number, z.ZodMiniType>;
  const schema = declared[status] ?? errorSchema(status);
  const isJson = String(reply.getHeader('content-type')).startsWith('application/json');
  if (status === 204 || !isJson || status === 304 || reply.hasHeader('content-encoding')) return undefined;
  if (!schema)
    return request.routeOptions.schema?.hide ? undefined : 'a status that its route does not declare';
  const seen = faultless.get(schema) ?? new Set();
  faultless.set(schema, seen);
  const response = hash('sha256', String(payload));
  if (seen.has(response)) return undefined;
  const body: unknown = JSON.parse(String(payload));
  const read = z.safeParse(schema, body);
  if (!read.success) return z.prettifyError(read.error);
  if (!isDeepStrictEqual(read.data, body)) return 'keys that are not in its schema';
  seen.add(response);
  return undefined;
}

function errorSchema(status: number): z.ZodMiniType | undefined {
  if (status === 401) return z.union([signInResponse, errorResponse]);
  if (status === 409) return conflictResponse;
  return status >= 400 ? errorResponse : undefined;
}
