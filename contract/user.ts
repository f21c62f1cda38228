import * as z from 'zod/mini';

/** Spec 6. What each opens: contract 6. */
export const permissions = ['manage:data', 'view:about', 'impersonate:user'] as const;
export type Permission = (typeof permissions)[number];

const authorities = z.array(z.object({ authority: z.enum(permissions) }));

/** Who is signed in. While impersonating, the person acted as; `impersonator` is who really sits there. */
export const authenticatedUser = z.object({
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

export const userAnswer = z.object({ serviceResult: authenticatedUser });
export const loginAnswer = z.object({ loginUrl: z.string() });
export const logoutAnswer = z.object({ logoutUrl: z.string() });

/** Names and values of what runs (About); `applicationVersion` is always there. */
export const versionInfo = z.record(z.string(), z.string());
