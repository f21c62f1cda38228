import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';

/** The query of a request that may require confirmation. */
export const overrideQuery = z.strictObject({ overrideWarnings: z.optional(z.enum(['true', 'false'])) });

/** Whether the caller has seen the warnings and wants to continue. */
export function wantsOverride({ query }: FastifyRequest): boolean {
  return (query as z.output<typeof overrideQuery>).overrideWarnings === 'true';
}
