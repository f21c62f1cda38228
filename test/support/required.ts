/** The settings that a server in production requires, except for its database. */
export const required = {
  PUBLIC_URL: 'https://mdsd.example.edu',
  OIDC_ISSUER: 'https://sso.example.edu',
  OIDC_CLIENT_ID: 'mdsd',
  OIDC_CLIENT_SECRET: 'the client secret',
  SESSION_SECRET: 'x'.repeat(32),
};
