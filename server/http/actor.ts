import type { FastifyRequest } from 'fastify';
import type { Actor } from '../db/changeTransaction.ts';
import { signedIn } from './access.ts';

/** The actor to record for a change: the real user, the user that they act as, and the reason if there is one. */
export function actorOf(request: FastifyRequest): Actor & { uciNetId: string } {
  const { user, impersonator } = signedIn(request);
  return {
    uciNetId: (impersonator ?? user).uciNetId,
    actingAs: impersonator ? user.uciNetId : null,
    requestId: request.id,
    reason: request.changeReason,
  };
}
