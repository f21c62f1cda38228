import * as z from 'zod/mini';

/** The permissions (spec 6). Contract 6 defines what each allows. */
export const permissions = ['manage:data', 'view:about', 'impersonate:user'] as const;
export type Permission = (typeof permissions)[number];

const authorities = z.array(z.object({ authority: z.enum(permissions) }));

/** The signed-in user. While impersonating, this is the impersonated user, and `impersonator` is the real user. */
const authenticatedUser = z.object({
  uciNetId: z.string(),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  email: z.nullable(z.string()),
  authorities,
  isImpersonatedUser: z.boolean(),
  impersonator: z.nullable(
    z.object({
      uciNetId: z.string(),
      firstName: z.nullable(z.string()),
      lastName: z.nullable(z.string()),
      authorities,
    }),
  ),
});
export type AuthenticatedUser = z.output<typeof authenticatedUser>;

/** The name of the signed-in user, as in a change (contract 6): `robina`, or `alexc as robina` while impersonating. */
export const signedInAs = ({
  uciNetId,
  impersonator,
}: {
  uciNetId: string;
  impersonator: { uciNetId: string } | null;
}) => (impersonator ? `${impersonator.uciNetId} as ${uciNetId}` : uciNetId);

/** The first and the last name; empty if both are unknown. */
export const fullNameOf = ({ firstName, lastName }: { firstName: string | null; lastName: string | null }) =>
  [firstName, lastName].filter(Boolean).join(' ');

/** A user as texts name them: 'Robin Alvarez (ralvarez)', or the ID alone if the name is unknown. */
export const userLabel = ({ uciNetId, name }: { uciNetId: string; name: string }) =>
  name && name !== uciNetId ? `${name} (${uciNetId})` : uciNetId;

export const userResponse = z.object({ serviceResult: authenticatedUser });
export const loginResponse = z.object({ loginUrl: z.string() });
export const logoutResponse = z.object({ logoutUrl: z.string() });

/** The names and versions of the running software, for About. `applicationVersion` is always present. */
export const versionInfo = z.record(z.string(), z.string());
