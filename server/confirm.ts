import type { FastifyRequest } from 'fastify';
import { Confirm } from './errors.ts';
import { wantsOverride } from './http/override.ts';

/** Asks, by throwing `Confirm`, unless there is nothing to ask or the request says that it has been asked. */
export function confirm(request: FastifyRequest, warnings: readonly string[]): void {
  if (warnings.length > 0 && !wantsOverride(request)) throw new Confirm(warnings);
}
