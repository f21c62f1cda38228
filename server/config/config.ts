import { randomBytes } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { BlockList, isIP } from 'node:net';
import { resolve } from 'node:path';
import { Client } from 'pg';
import { type Permission, permissions } from '../../contract/user.ts';
import { StartupError } from '../runtime/startupError.ts';
import type { DatabaseSettings } from './databaseSettings.ts';
import { addressesOf } from './databaseSettings.ts';

// This file is long because it is the only place that reads and checks settings.

export interface OidcSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
  scope: string;
  /** The names of the claims that describe a user. */
  claims: { uciNetId: string; firstName: string; lastName: string; email: string; groups: string };
}

export interface Config {
  host: string;
  port: number;
  /** For example `/mdsd`: without a trailing slash; empty for the root. */
  basePath: string;
  /** The origin that browsers use: `http://127.0.0.1:8080`. URLs are built from it, never from headers. */
  publicUrl: string;
  production: boolean;
  /** The time zone for dates. PostgreSQL must also know its name. */
  timeZone: string;
  /** Whether there is a reverse proxy that appends the client's address to `X-Forwarded-For`. */
  trustProxy: boolean;
  /** Where to serve metrics for Prometheus; null disables them. */
  metrics: { port: number; host: string } | null;
  logLevel: string;
  /** How many seconds the server still accepts requests after SIGTERM. */
  drainSeconds: number;
  database: DatabaseSettings;
  sampleData: boolean;
  /** The secret that encrypts the cookie of a sign-in attempt. It is the same on every instance. */
  secret: string;
  /** The commit that About shows; null uses the commit of the checkout. */
  buildCommit: string | null;
  /** Null uses the demonstration provider. */
  oidc: OidcSettings | null;
  groupPermissions: Readonly<Record<string, readonly Permission[]>>;
  /** The maximum number of sign-ins per minute and IP address, on each instance. */
  signInsPerMinute: number;
}

/** The names of the environment variables. */
export const settings = [
  'NODE_ENV',
  'HOST',
  'PORT',
  'BASE_PATH',
  'PUBLIC_URL',
  'TIME_ZONE',
  'TRUST_PROXY',
  'DATABASE_URL',
  'DATABASE_POOL',
  'DATA_DIR',
  'SAMPLE_DATA',
  'SESSION_SECRET',
  'OIDC_ISSUER',
  'DEMONSTRATION_SIGN_IN',
  'OIDC_CLIENT_ID',
  'OIDC_CLIENT_SECRET',
  'OIDC_SCOPE',
  'OIDC_CLAIM_NET_ID',
  'OIDC_CLAIM_FIRST_NAME',
  'OIDC_CLAIM_LAST_NAME',
  'OIDC_CLAIM_EMAIL',
  'OIDC_CLAIM_GROUPS',
  'GROUP_PERMISSIONS',
  'SIGN_INS_PER_MINUTE',
  'NODE_EXTRA_CA_CERTS',
  'LOG_LEVEL',
  'DRAIN_SECONDS',
  'METRICS_PORT',
  'METRICS_HOST',
  'BUILD_COMMIT',
] as const;
type Setting = (typeof settings)[number];

type Environment = Readonly<Partial<Record<Setting, string>>>;
type ProcessEnvironment = Readonly<Record<string, string | undefined>>;

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

// The first group comes from the specification (6); the others are our defaults.
const DEFAULT_GROUPS: Record<string, Permission[]> = {
  'ITSEC:RegAdm VPN User': ['manage:data'],
  'ITSEC:RegAdm About': ['view:about'],
  'ITSEC:RegAdm Impersonation': ['impersonate:user'],
};

/** Reads the settings. Throws `StartupError` with one sentence that names the setting to correct. */
export function readConfig(environment: ProcessEnvironment): Config {
  const env = settingsIn(environment);
  const production = isProduction(env);
  const port = readInteger('PORT', env.PORT ?? '8080', 1, 65_535);
  const host = readHost('HOST', env.HOST);
  const oidc = readOidc(env);
  if (production && !oidc)
    throw new StartupError(
      'NODE_ENV=production needs OIDC_ISSUER: the demonstration sign-in is not for production.',
    );
  if (!oidc) rejectOpenDemonstration(env, host);
  if (env.NODE_EXTRA_CA_CERTS) readCertificates('NODE_EXTRA_CA_CERTS', env.NODE_EXTRA_CA_CERTS);
  return {
    host,
    port,
    basePath: readBasePath(env.BASE_PATH ?? '/mdsd'),
    publicUrl: readPublicUrl(env.PUBLIC_URL, production, port),
    production,
    timeZone: readTimeZone(env.TIME_ZONE ?? 'America/Los_Angeles'),
    trustProxy: readFlag('TRUST_PROXY', env.TRUST_PROXY, false),
    metrics: readMetrics(env, port),
    // The log has every response in production; in development the terminal stays quiet.
    logLevel: readLogLevel(env.LOG_LEVEL ?? (production ? 'info' : 'warn')),
    drainSeconds: readInteger('DRAIN_SECONDS', env.DRAIN_SECONDS ?? '3', 0, 60),
    database: databaseIn(env),
    sampleData: readFlag('SAMPLE_DATA', env.SAMPLE_DATA, !production),
    secret: readSecret(env.SESSION_SECRET, production),
    buildCommit: readBuildCommit(env.BUILD_COMMIT),
    oidc,
    groupPermissions: readGroups(env.GROUP_PERMISSIONS),
    signInsPerMinute: readInteger('SIGN_INS_PER_MINUTE', env.SIGN_INS_PER_MINUTE ?? '30', 1, 10_000),
  };
}

/** Reads the database settings. Throws `StartupError` for an invalid setting. */
export const readDatabase = (environment: ProcessEnvironment): DatabaseSettings =>
  databaseIn(settingsIn(environment));

/**
 * The settings that have a value. An empty value counts as not set, because service managers and containers pass empty
 * values; only an empty BASE_PATH has a meaning.
 */
function settingsIn(environment: ProcessEnvironment): Environment {
  rejectMisspelled(environment);
  const values = settings.flatMap((name) => {
    const value = environment[name];
    if (value === undefined || (value === '' && name !== 'BASE_PATH')) return [];
    if (value.trim() !== value)
      throw new StartupError(`${name} has a space or a line break at its beginning or end; remove it.`);
    return [[name, value]];
  });
  return Object.fromEntries(values) as Environment;
}

/**
 * Rejects a name such as LOGLEVEL: a setting of several words with other underscores or capitals. Names that are only
 * similar may belong to another program.
 */
function rejectMisspelled(environment: ProcessEnvironment): void {
  const plain = (name: string) => name.replaceAll('_', '').toUpperCase();
  const ours = new Map(settings.filter((name) => name.includes('_')).map((name) => [plain(name), name]));
  for (const name of Object.keys(environment)) {
    const setting = ours.get(plain(name));
    if (setting && setting !== name && environment[setting] === undefined)
      throw new StartupError(`${name} is not a setting; set ${setting} instead.`);
  }
}

/** Rejects any value that might be a misspelled `production`: outside production, anyone could sign in as anyone. */
function isProduction({ NODE_ENV = 'development' }: Environment): boolean {
  if (!['production', 'development', 'test'].includes(NODE_ENV))
    throw invalid('NODE_ENV', NODE_ENV, 'production, or leave it out');
  return NODE_ENV === 'production';
}

const MAX_SHOWN = 100;

/** The error of an invalid setting that is not secret. */
function invalid(name: Setting, value: string, allowed: string): StartupError {
  const shown = value.length > MAX_SHOWN ? `${value.slice(0, MAX_SHOWN)}…` : value;
  return new StartupError(`${name} is ${JSON.stringify(shown)}; set it to ${allowed}.`);
}

/** Anyone can sign in as anyone in the demonstration, so access from other machines needs an explicit setting. */
function rejectOpenDemonstration(env: Environment, host: string): void {
  const value = env.DEMONSTRATION_SIGN_IN;
  if (value === 'open') return;
  if (value)
    throw invalid(
      'DEMONSTRATION_SIGN_IN',
      value,
      'open, or leave it out to keep the demonstration on this machine',
    );
  if (!isLoopback(host))
    throw new StartupError(
      `HOST ${host} is reachable from other machines, and the demonstration sign-in lets anyone sign in as anyone: set OIDC_ISSUER, or DEMONSTRATION_SIGN_IN=open if you want that.`,
    );
}

const withoutBrackets = (host: string) => host.replace(/^\[(.*)\]$/, '$1');

/** Reads an address to listen on. `listen` takes an IPv6 address without brackets. */
function readHost(name: 'HOST' | 'METRICS_HOST', value = '127.0.0.1'): string {
  const host = withoutBrackets(value);
  if (isIP(host) === 0 && !/^[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?$/.test(host))
    throw invalid(name, value, 'an address or host name alone, such as 127.0.0.1');
  return host;
}

function readInteger(name: Setting, value: string, min: number, max: number): number {
  const number = Number(value);
  if (!/^\d+$/.test(value) || number < min || number > max)
    throw invalid(name, value, `a whole number from ${min} to ${max}`);
  return number;
}

function readMetrics(env: Environment, port: number): Config['metrics'] {
  const host = readHost('METRICS_HOST', env.METRICS_HOST);
  if (!env.METRICS_PORT) return null;
  const metricsPort = readInteger('METRICS_PORT', env.METRICS_PORT, 1, 65_535);
  if (metricsPort === port) throw invalid('METRICS_PORT', env.METRICS_PORT, 'another port than PORT');
  return { port: metricsPort, host };
}

function readLogLevel(value: string): string {
  if (!logLevels.includes(value)) throw invalid('LOG_LEVEL', value, `one of ${logLevels.join(', ')}`);
  return value;
}

function readBasePath(value: string): string {
  const path = value.replace(/\/+$/, '');
  // A browser would resolve the segments `.` and `../..`.
  if (!/^(\/(?!\.{1,2}(\/|$))[A-Za-z0-9._~-]+)*$/.test(path))
    throw invalid('BASE_PATH', value, 'a path such as /mdsd');
  return path;
}

function readPublicUrl(value: string | undefined, production: boolean, port: number): string {
  if (!value && production)
    throw new StartupError('NODE_ENV=production needs PUBLIC_URL, the address that browsers use.');
  if (!value) return `http://127.0.0.1:${port}`;
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password)
    throw invalid('PUBLIC_URL', withoutCredentials(value), 'an origin such as https://mdsd.example.edu');
  if (url.pathname !== '/' || url.search || url.hash)
    throw invalid('PUBLIC_URL', value, `${url.origin} alone, and BASE_PATH to the path`);
  if (production && url.protocol === 'http:' && !isLoopback(url.hostname))
    throw new StartupError(
      'NODE_ENV=production needs a PUBLIC_URL with https; plain http is allowed on loopback only.',
    );
  return url.origin;
}

const withoutCredentials = (url: string) => url.replace(/\/\/.*@/, '//…@');

function readSecret(value: string | undefined, production: boolean): string {
  if (production && (value ?? '').length < 32)
    throw new StartupError(
      `${value ? 'SESSION_SECRET is too short' : 'NODE_ENV=production needs SESSION_SECRET'}; set it to 32 characters or more, the same on every instance, for example from: openssl rand -base64 32.`,
    );
  return value ?? randomBytes(32).toString('base64url');
}

function readBuildCommit(value: string | undefined): string | null {
  if (value && !/^[\x20-\x7e]{1,100}$/.test(value))
    throw invalid('BUILD_COMMIT', value, 'at most 100 plain characters');
  return value ?? null;
}

/** Checks a file of certificates: Node would only warn of a missing file, and every connection would fail later. */
function readCertificates(name: string, file: string): void {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new StartupError(
      `${name} is ${JSON.stringify(file)}, which cannot be read (${(error as NodeJS.ErrnoException).code}); set it to a file with the certificates of your authority, in PEM format.`,
    );
  }
  if (!/-----BEGIN (X509 |TRUSTED )?CERTIFICATE-----/.test(text))
    throw new StartupError(
      `${name} is ${JSON.stringify(file)}, which has no certificate; set it to a file with the certificates of your authority, in PEM format.`,
    );
}

function readTimeZone(value: string): string {
  // No offsets: PostgreSQL reads a bare offset as west of UTC, other software as east.
  if (/^[+-]/.test(value) || !isTimeZone(value))
    throw invalid('TIME_ZONE', value, 'the name of a time zone such as America/Los_Angeles');
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

/** Whether a host, as address or name, is loopback. The only certain name is `localhost`. */
export function isLoopback(host: string): boolean {
  const address = withoutBrackets(host);
  const family = isIP(address);
  if (family === 0) return address.toLowerCase() === 'localhost';
  return loopback.check(address, family === 6 ? 'ipv6' : 'ipv4');
}

function readFlag(name: Setting, value: string | undefined, byDefault: boolean): boolean {
  if (value === undefined) return byDefault;
  if (value !== 'true' && value !== 'false') throw invalid(name, value, 'true or false');
  return value === 'true';
}

function databaseIn(env: Environment): DatabaseSettings {
  const poolSize = readInteger('DATABASE_POOL', env.DATABASE_POOL ?? '10', 1, 200);
  if (env.DATABASE_URL) {
    checkDatabaseUrl(env.DATABASE_URL);
    return { kind: 'postgres', url: env.DATABASE_URL, poolSize };
  }
  if (isProduction(env))
    throw new StartupError(
      'NODE_ENV=production needs DATABASE_URL: the embedded database is not for production.',
    );
  const directory = resolve(env.DATA_DIR ?? './data');
  if (isFile(directory)) throw invalid('DATA_DIR', directory, 'a folder, because this is a file');
  return { kind: 'embedded', directory };
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

const sslModes = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify'];

const URL_UNREADABLE =
  'DATABASE_URL cannot be read; write it as postgres://USER:PASSWORD@HOST:PORT/DATABASE, with characters such as @ : / ? # % in the password as %40 %3A %2F %3F %23 %25.';

/** Rejects a DATABASE_URL that the driver cannot read, without showing its password. */
function checkDatabaseUrl(url: string): void {
  if (!/^postgres(ql)?:\/\//.test(url))
    throw new StartupError(
      'DATABASE_URL must begin with postgres://; leave it out to use the embedded database.',
    );
  if (url.split('@').length > 2) throw new StartupError(URL_UNREADABLE);
  const query = new URLSearchParams(/\?(.*)$/s.exec(url)?.[1]);
  const sslMode = query.get('sslmode');
  if (sslMode !== null && !sslModes.includes(sslMode))
    throw new StartupError(
      `DATABASE_URL has sslmode=${sslMode}; set it to verify-full, or to another of ${sslModes.join(', ')}.`,
    );
  const authority = query.get('sslrootcert');
  if (authority !== null) readCertificates('sslrootcert in DATABASE_URL', authority);
  try {
    addressesOf(url).forEach((connectionString) => new Client({ connectionString }));
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException;
    throw new StartupError(
      path
        ? `DATABASE_URL names the file ${path}, which cannot be read (${code}); correct its path, or let this user read it.`
        : URL_UNREADABLE,
    );
  }
}

function readOidc(env: Environment): OidcSettings | null {
  const issuer = env.OIDC_ISSUER;
  if (!issuer) {
    if (env.OIDC_CLIENT_ID || env.OIDC_CLIENT_SECRET)
      throw new StartupError(
        'OIDC_CLIENT_ID and OIDC_CLIENT_SECRET need OIDC_ISSUER, the address of the provider.',
      );
    return null;
  }
  const url = URL.canParse(issuer) ? new URL(issuer) : undefined;
  if (
    !url ||
    (url.protocol !== 'https:' && !(isLoopback(url.hostname) && url.protocol === 'http:')) ||
    [url.username, url.password, url.search, url.hash].some(Boolean)
  )
    throw invalid(
      'OIDC_ISSUER',
      withoutCredentials(issuer),
      'the https address of the provider without a query; plain http is allowed on loopback only',
    );
  if (!env.OIDC_CLIENT_ID || !env.OIDC_CLIENT_SECRET)
    throw new StartupError(
      'OIDC_ISSUER needs OIDC_CLIENT_ID and OIDC_CLIENT_SECRET, as registered with the provider.',
    );
  const scope = env.OIDC_SCOPE ?? 'openid profile email';
  if (!/^[\x20-\x7e]+$/.test(scope) || !scope.split(' ').includes('openid'))
    throw invalid('OIDC_SCOPE', scope, 'scopes separated by spaces, including openid');
  return {
    issuer,
    clientId: env.OIDC_CLIENT_ID,
    clientSecret: env.OIDC_CLIENT_SECRET,
    scope,
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
  if (value === undefined) return DEFAULT_GROUPS;
  const invalidGroups = () =>
    invalid(
      'GROUP_PERMISSIONS',
      value,
      `a JSON object of group names, each with a list of ${permissions.join(', ')}`,
    );
  let groups: unknown;
  try {
    groups = JSON.parse(value);
  } catch {
    throw invalidGroups();
  }
  if (typeof groups !== 'object' || groups === null || Array.isArray(groups)) throw invalidGroups();
  for (const names of Object.values(groups))
    if (!Array.isArray(names) || names.some((name) => !permissions.includes(name))) throw invalidGroups();
  return groups as Config['groupPermissions'];
}
