import { randomBytes } from 'node:crypto';
import { BlockList, isIP } from 'node:net';
import { resolve } from 'node:path';
import { type Permission, permissions } from '../contract/user.ts';
import type { DatabaseSettings } from './db/connect.ts';
import { StartRefused } from './startRefused.ts';

export interface OidcSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
  scope: string;
  /** The names of the claims that describe a person. */
  claims: { uciNetId: string; firstName: string; lastName: string; email: string; groups: string };
}

export interface Config {
  host: string;
  port: number;
  /** For example `/mdsd`: without a trailing slash; empty for the root. */
  basePath: string;
  /** The origin that browsers use: `http://127.0.0.1:8080`. Addresses are built from it, never from headers. */
  publicUrl: string;
  production: boolean;
  /** The time zone for dates, by a name that PostgreSQL knows too. */
  timeZone: string;
  /** Whether a reverse proxy is in front, which appends the client's address to `X-Forwarded-For`. */
  trustProxy: boolean;
  /** Where to serve metrics for Prometheus; null: nowhere. */
  metrics: { port: number; host: string } | null;
  logLevel: string;
  /** How long requests are still accepted after SIGTERM. */
  drainSeconds: number;
  database: DatabaseSettings;
  sampleData: boolean;
  /** Encrypts the cookie of a sign-in attempt. The same on every instance. */
  secret: string;
  /** The commit that About shows; null: ask git. */
  buildCommit: string | null;
  /** Null: the demonstration provider. */
  oidc: OidcSettings | null;
  groupPermissions: Readonly<Record<string, readonly Permission[]>>;
}

type Environment = Readonly<Record<string, string | undefined>>;

// The first comes from the specification (6); the others are our defaults.
const DEFAULT_GROUPS: Record<string, Permission[]> = {
  'ITSEC:RegAdm VPN User': ['manage:data'],
  'ITSEC:RegAdm About': ['view:about'],
  'ITSEC:RegAdm Impersonation': ['impersonate:user'],
};

/** Reads the settings. Throws `StartRefused` with one sentence that says what to set. */
export function readConfig(env: Environment): Config {
  const production = env.NODE_ENV === 'production';
  const port = readPort('PORT', env.PORT ?? '8080');
  // `listen` takes an IPv6 address without brackets, and would take an empty host for all addresses.
  const host = withoutBrackets(env.HOST || '127.0.0.1');
  const oidc = readOidc(env);
  if (production) refuseUnsafe(env);
  if (!oidc) refuseOpenDemonstration(env, host);
  return {
    host,
    port,
    basePath: readBasePath(env.BASE_PATH ?? '/mdsd'),
    publicUrl: readPublicUrl(env.PUBLIC_URL ?? `http://127.0.0.1:${port}`, production),
    production,
    timeZone: readTimeZone(env.TIME_ZONE || 'America/Los_Angeles'),
    trustProxy: readFlag('TRUST_PROXY', env.TRUST_PROXY, false),
    metrics: env.METRICS_PORT
      ? { port: readPort('METRICS_PORT', env.METRICS_PORT), host: env.METRICS_HOST ?? '127.0.0.1' }
      : null,
    // In production every response is logged; in development the terminal stays quiet.
    logLevel: env.LOG_LEVEL ?? (production ? 'info' : 'warn'),
    drainSeconds: readDrain(env.DRAIN_SECONDS || '3'),
    database: readDatabase(env),
    sampleData: readFlag('SAMPLE_DATA', env.SAMPLE_DATA, !production),
    secret: env.SESSION_SECRET ?? randomBytes(32).toString('base64url'),
    buildCommit: env.BUILD_COMMIT || null,
    oidc,
    groupPermissions: readGroups(env.GROUP_PERMISSIONS),
  };
}

function refuseUnsafe(env: Environment): void {
  if (!env.OIDC_ISSUER)
    throw new StartRefused(
      'NODE_ENV=production needs OIDC_ISSUER: the demonstration sign-in is not for production.',
    );
  if (!env.DATABASE_URL)
    throw new StartRefused(
      'NODE_ENV=production needs DATABASE_URL: the embedded database is not for production.',
    );
  if (!env.PUBLIC_URL)
    throw new StartRefused('NODE_ENV=production needs PUBLIC_URL, the address that browsers use.');
  if (!env.SESSION_SECRET || env.SESSION_SECRET.length < 32)
    throw new StartRefused(
      'NODE_ENV=production needs SESSION_SECRET, 32 characters or more, the same on every instance.',
    );
}

/** With the demonstration sign-in anyone can be anyone, so it must be explicitly opened to other machines. */
function refuseOpenDemonstration(env: Environment, host: string): void {
  const asked = env.DEMONSTRATION_SIGN_IN ?? '';
  if (asked === 'open') return;
  if (asked !== '')
    throw new StartRefused(
      `DEMONSTRATION_SIGN_IN is ${JSON.stringify(asked)}; set it to open, or leave it out to keep the demonstration on this machine.`,
    );
  if (!isLoopback(host))
    throw new StartRefused(
      `HOST ${host} is reachable from other machines, and the demonstration sign-in lets anyone sign in as anyone: set OIDC_ISSUER, or DEMONSTRATION_SIGN_IN=open if you want that.`,
    );
}

const withoutBrackets = (host: string) => host.replace(/^\[(.*)\]$/, '$1');

function readPort(name: string, value: string): number {
  const port = Number(value);
  if (!Number.isInteger(port) || port < 1 || port > 65535)
    throw new StartRefused(`${name} is ${JSON.stringify(value)}; set it to a whole number from 1 to 65535.`);
  return port;
}

function readDrain(value: string): number {
  const seconds = Number(value);
  if (!Number.isInteger(seconds) || seconds < 0 || seconds > 60)
    throw new StartRefused(
      `DRAIN_SECONDS is ${JSON.stringify(value)}; set it to a whole number from 0 to 60.`,
    );
  return seconds;
}

function readBasePath(value: string): string {
  const path = value.replace(/\/+$/, '');
  if (!/^(\/[A-Za-z0-9._~-]+)*$/.test(path))
    throw new StartRefused(`BASE_PATH is ${JSON.stringify(value)}; set it to a path such as /mdsd.`);
  return path;
}

function readPublicUrl(value: string, production: boolean): string {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search || url.hash)
    throw new StartRefused(
      `PUBLIC_URL is ${JSON.stringify(value)}; set it to an origin such as https://mdsd.example.edu.`,
    );
  if (production && url.protocol === 'http:' && !isLoopback(url.hostname))
    throw new StartRefused(
      'NODE_ENV=production needs a PUBLIC_URL with https; plain http is allowed on loopback only.',
    );
  return url.origin;
}

function readTimeZone(value: string): string {
  // No offsets: PostgreSQL reads a bare offset as west of UTC, others read it as east.
  if (/^[+-]/.test(value) || !isTimeZone(value))
    throw new StartRefused(
      `TIME_ZONE is ${JSON.stringify(value)}; set it to the name of a time zone such as America/Los_Angeles.`,
    );
  return value;
}

function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en-US', { timeZone: name }));
  } catch {
    return false;
  }
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Whether a host, given as address or name, is loopback. The only name that is certain to be is `localhost`. */
function isLoopback(host: string): boolean {
  const address = withoutBrackets(host);
  const family = isIP(address);
  if (family === 0) return address.toLowerCase() === 'localhost';
  return loopback.check(address, family === 6 ? 'ipv6' : 'ipv4');
}

function readFlag(name: string, value: string | undefined, byDefault: boolean): boolean {
  if (value === undefined || value === '') return byDefault;
  if (value !== 'true' && value !== 'false')
    throw new StartRefused(`${name} is ${JSON.stringify(value)}; set it to true or false.`);
  return value === 'true';
}

/** Reads which database to use. Throws `StartRefused` for an invalid setting. */
export function readDatabase(env: Environment): DatabaseSettings {
  if (!env.DATABASE_URL) return { kind: 'embedded', directory: resolve(env.DATA_DIR ?? './data') };
  if (!/^postgres(ql)?:\/\//.test(env.DATABASE_URL))
    throw new StartRefused(
      'DATABASE_URL must begin with postgres://; leave it out to use the embedded database.',
    );
  const poolSize = Number(env.DATABASE_POOL ?? '10');
  if (!Number.isInteger(poolSize) || poolSize < 1 || poolSize > 200)
    throw new StartRefused('DATABASE_POOL must be a whole number from 1 to 200.');
  return { kind: 'postgres', url: env.DATABASE_URL, poolSize };
}

function readOidc(env: Environment): OidcSettings | null {
  const issuer = env.OIDC_ISSUER;
  if (!issuer) return null;
  const url = URL.canParse(issuer) ? new URL(issuer) : undefined;
  if (!url || (url.protocol !== 'https:' && !(isLoopback(url.hostname) && url.protocol === 'http:')))
    throw new StartRefused('OIDC_ISSUER must be an https address; plain http is allowed on loopback only.');
  if (!env.OIDC_CLIENT_ID || !env.OIDC_CLIENT_SECRET)
    throw new StartRefused(
      'OIDC_ISSUER needs OIDC_CLIENT_ID and OIDC_CLIENT_SECRET, as registered with the provider.',
    );
  return {
    issuer,
    clientId: env.OIDC_CLIENT_ID,
    clientSecret: env.OIDC_CLIENT_SECRET,
    scope: env.OIDC_SCOPE ?? 'openid profile email',
    claims: {
      uciNetId: env.OIDC_CLAIM_NET_ID ?? 'ucinetid',
      firstName: env.OIDC_CLAIM_FIRST_NAME ?? 'given_name',
      lastName: env.OIDC_CLAIM_LAST_NAME ?? 'family_name',
      email: env.OIDC_CLAIM_EMAIL ?? 'email',
      groups: env.OIDC_CLAIM_GROUPS ?? 'groups',
    },
  };
}

function readGroups(value: string | undefined): Config['groupPermissions'] {
  if (!value) return DEFAULT_GROUPS;
  const refuse = () =>
    new StartRefused(
      `GROUP_PERMISSIONS must be a JSON object of group names to lists of ${permissions.join(', ')}.`,
    );
  let groups: unknown;
  try {
    groups = JSON.parse(value);
  } catch {
    throw refuse();
  }
  if (typeof groups !== 'object' || groups === null || Array.isArray(groups)) throw refuse();
  for (const names of Object.values(groups))
    if (!Array.isArray(names) || names.some((name) => !permissions.includes(name))) throw refuse();
  return groups as Config['groupPermissions'];
}
