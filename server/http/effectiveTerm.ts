import type { FastifyRequest } from 'fastify';
import { EFFECTIVE_TERM_HEADER } from '../../contract/earlierValues.ts';

/** The term from which on the changed names and codes of a save apply; undefined for a correction of all terms. */
export function effectiveTermOf({ headers }: FastifyRequest): string | undefined {
  const { [EFFECTIVE_TERM_HEADER]: term } = headers;
  return term === undefined ? undefined : String(term);
}
