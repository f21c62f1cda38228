import type { FastifyRequest } from 'fastify';
import type { Actor } from '../db/changes.ts';
import { signedIn } from './access.ts';

/** Who a change is written down to: the person who really sits there, and whom they act as; and why, if they say. */
export function actorOf(request: FastifyRequest): Actor {
  const { person, impersonator } = signedIn(request);
  return {
    uciNetId: (impersonator ?? person).uciNetId,
    actingAs: impersonator ? person.uciNetId : null,
    requestId: request.id,
    reason: request.changeReason,
  };
}
