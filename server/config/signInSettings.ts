import * as z from 'zod/mini';
import { type Permission, permissions } from '../../contract/user.ts';
import { isLoopback } from './loopback.ts';
import { oneOf, textOf, wholeNumber } from './readSettings.ts';

/** A provider of OpenID Connect, and the client that is registered with it. */
export interface OidcSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
  scope: string;
  /** The names of the claims that describe a user. */
  claims: { uciNetId: string; firstName: string; lastName: string; email: string; groups: string };
}

// The first group comes from the specification (6); the others are our defaults.
const DEFAULT_GROUPS: Readonly<Record<string, readonly Permission[]>> = {
  'ITSEC:RegAdm VPN User': ['manage:data'],
  'ITSEC:RegAdm About': ['view:about'],
  'ITSEC:RegAdm Impersonation': ['impersonate:user'],
};

const issuer = textOf(
  'the https address of the provider without a query; plain http is allowed on loopback only',
  (text) => {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    return (
      url !== undefined &&
      (url.protocol === 'https:' || (isLoopback(url.hostname) && url.protocol === 'http:')) &&
      ![url.username, url.password, url.search, url.hash].some(Boolean)
    );
  },
);

const groups = z.record(z.string(), z.array(z.enum(permissions)));
const groupsIn = (text: string) => {
  try {
    return z.safeParse(groups, JSON.parse(text)).data;
  } catch {
    return undefined;
  }
};

/** Who may sign in, and what they may do. */
export const signInSettings = {
  // The secret that encrypts the cookie of a sign-in attempt. It is never shown.
  SESSION_SECRET: z.optional(z.string()),
  OIDC_ISSUER: z.optional(issuer),
  DEMONSTRATION_SIGN_IN: z.optional(
    oneOf(['open'], 'open, or leave it out to keep the demonstration on this machine'),
  ),
  OIDC_CLIENT_ID: z.optional(z.string()),
  OIDC_CLIENT_SECRET: z.optional(z.string()),
  OIDC_SCOPE: z._default(
    textOf(
      'scopes separated by spaces, including openid',
      (text) => /^[\x20-\x7e]+$/.test(text) && text.split(' ').includes('openid'),
    ),
    'openid profile email',
  ),
  OIDC_CLAIM_NET_ID: z._default(z.string(), 'ucinetid'),
  OIDC_CLAIM_FIRST_NAME: z._default(z.string(), 'given_name'),
  OIDC_CLAIM_LAST_NAME: z._default(z.string(), 'family_name'),
  OIDC_CLAIM_EMAIL: z._default(z.string(), 'email'),
  OIDC_CLAIM_GROUPS: z._default(z.string(), 'groups'),
  GROUP_PERMISSIONS: z._default(
    z.pipe(
      textOf(
        `a JSON object of group names, each with a list of ${permissions.join(', ')}`,
        (text) => groupsIn(text) !== undefined,
      ),
      z.transform((text) => groupsIn(text) ?? DEFAULT_GROUPS),
    ),
    DEFAULT_GROUPS,
  ),
  SIGN_INS_PER_MINUTE: z._default(wholeNumber(1, 10_000), 30),
};
