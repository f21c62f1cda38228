import type { FastifyRequest } from 'fastify';
import { Confirm } from '../errors.ts';
import { wantsOverride } from './overrideQuery.ts';

/** Returns the function that throws `Confirm` if there are warnings, unless the request overrides them. */
export const confirmBy =
  (request: FastifyRequest) =>
  (warnings: readonly string[]): void => {
    if (warnings.length > 0 && !wantsOverride(request)) throw new Confirm(warnings);
  };
