import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';

/** The query of a call that may be asked to confirm. */
export const overrideQuery = z.strictObject({ overrideWarnings: z.optional(z.enum(['true', 'false'])) });

/** True when the caller has seen the warnings and goes on. */
export function wantsOverride({ query }: FastifyRequest): boolean {
  return (query as z.output<typeof overrideQuery>).overrideWarnings === 'true';
}
