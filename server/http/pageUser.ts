import * as z from 'zod/mini';
import { normalizeText } from '../../contract/text.ts';
import { signedInAs } from '../../contract/user.ts';
import { signedInAsAnother } from '../errors.ts';
import type { Caller, Named } from './caller.ts';
import { decodeHeader } from './decodeHeader.ts';

/** The header in which any changing call may name the user that its page shows. */
const USER_HEADER = 'X-Signed-In-As';

/** Its description in the OpenAPI document. */
export const pageUserHeader = {
  [USER_HEADER]: z.optional(z.string()).register(z.globalRegistry, {
    description:
      'For whom the change is made: the network ID of the user, or “alexc as robina” while impersonating, percent-encoded as UTF-8. If the session belongs to another user by now, it is 409 and nothing changes.',
  }),
};

/**
 * Refuses a change from a page that shows another user than the caller, whom the header names. Throws a 400 if the header
 * is not percent-encoded UTF-8.
 */
export function refuseOtherUser(header: string | string[] | undefined, caller: Caller): void {
  const { user, impersonator } = caller;
  const pageUser = normalizeText(decodeHeader(USER_HEADER, header));
  if (pageUser === '' || fold(pageUser) === fold(signedInAs({ ...user, impersonator }))) return;
  // The page's user by ID only: names of others are not for everyone who knows an ID.
  throw signedInAsAnother(pageUser.slice(0, 210), [impersonator ?? [], user].flat().map(named).join(' as '));
}

/** Without the case of ASCII letters, in which two IDs of one person may differ. */
const fold = (id: string) => id.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

function named({ uciNetId, firstName, lastName }: Named): string {
  const name = [firstName, lastName].filter(Boolean).join(' ');
  return name ? `${name} (${uciNetId})` : uciNetId;
}
