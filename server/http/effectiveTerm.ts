import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { EFFECTIVE_TERM_HEADER } from '../../contract/earlierValues.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the changed names and codes of a save may apply from a term on. */
    takesEffectiveTerm?: boolean;
  }
}

/** The description of the header in the OpenAPI document. */
export const effectiveTermHeader = {
  'X-Effective-Term': z.optional(z.string()).register(z.globalRegistry, {
    description:
      'The term (yyyyst) from which on the changed names and codes apply: the old ones become earlier values through the term before. Without it, the change is a correction of all terms.',
  }),
};

/** The term from which on the changed names and codes of a save apply; undefined for a correction of all terms. */
export function effectiveTermOf({ headers }: FastifyRequest): string | undefined {
  const { [EFFECTIVE_TERM_HEADER]: term } = headers;
  return term === undefined ? undefined : String(term);
}
