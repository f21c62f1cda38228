import * as z from 'zod/mini';
import { normalizeText } from '../../contract/text.ts';
import { fullNameOf, signedInAs, userLabel } from '../../contract/user.ts';
import { signedInAsAnother } from '../errors.ts';
import type { Caller, Named } from './caller.ts';
import { decodeHeader } from './decodeHeader.ts';

/** The header in which any changing request may name the user that its page shows. */
const USER_HEADER = 'X-Signed-In-As';

/** The description of the header in the OpenAPI document. */
export const pageUserHeader = {
  [USER_HEADER]: z.optional(z.string()).register(z.globalRegistry, {
    description:
      'The user that makes the change: the network ID, or “alexc as robina” while impersonating, percent-encoded as UTF-8. If the session now belongs to another user, the response is 409 and nothing changes.',
  }),
};

/**
 * Rejects a change if the header names another user than the caller: the user that the page shows. Throws a 400 if the
 * header is not percent-encoded UTF-8.
 */
export function refuseOtherUser(header: string | string[] | undefined, caller: Caller): void {
  const { user, impersonator } = caller;
  const pageUser = normalizeText(decodeHeader(USER_HEADER, header));
  if (pageUser === '' || fold(pageUser) === fold(signedInAs({ ...user, impersonator }))) return;
  // Show only the ID of the page's user: knowing an ID is no permission to see the name.
  throw signedInAsAnother(pageUser.slice(0, 210), [impersonator ?? [], user].flat().map(named).join(' as '));
}

/** Folds the case of ASCII letters, because IDs of the same user may differ in it. */
const fold = (id: string) => id.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

const named = (user: Named): string => userLabel({ uciNetId: user.uciNetId, name: fullNameOf(user) });
