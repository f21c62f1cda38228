import { randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import type { Permission } from '../../contract/user.ts';
import { UsageError } from '../runtime/startupError.ts';
import { databaseOf, databaseSettings, type StoredDatabase } from './databaseSettings.ts';
import { isLoopback } from './loopback.ts';
import { networkSettings } from './networkSettings.ts';
import { operationSettings } from './operationSettings.ts';
import { addSentence, type Environment, readSettings, settingsIn } from './readSettings.ts';
import { type OidcSettings, signInSettings } from './signInSettings.ts';

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
  database: StoredDatabase;
  sampleData: boolean;
  /** The secret that encrypts the cookie of a sign-in attempt. It is the same on every instance. */
  secret: string;
  /** A folder with the files of the pages of other builds, which this server serves too; null if there is none. */
  assetsDirectory: string | null;
  /** The folder with the backups, whose newest one is watched; null if none is named. */
  backupDirectory: string | null;
  /** The commit that About shows; null uses the commit of the checkout. */
  buildCommit: string | null;
  /** Null uses the demonstration provider. */
  oidc: OidcSettings | null;
  groupPermissions: Readonly<Record<string, readonly Permission[]>>;
  /** The maximum number of sign-ins per minute and IP address, on each instance. */
  signInsPerMinute: number;
}

const shape = { ...operationSettings, ...networkSettings, ...databaseSettings, ...signInSettings };

/** The names of the environment variables. */
export const settings = Object.keys(shape) as (keyof typeof shape)[];

/** The settings that a file may contain: the variable DATABASE_URL_FILE names the file with DATABASE_URL. */
export const secrets = ['DATABASE_URL', 'SESSION_SECRET', 'OIDC_CLIENT_SECRET'] as const;

const settingsOf = (environment: Environment) => settingsIn(environment, settings, secrets);

type Settings = z.output<z.ZodMiniObject<typeof shape>>;

/** A rule between settings. Returns a sentence that says what to set, if the rule is broken. */
type Rule = (settings: Settings) => string | undefined;

const rules: readonly Rule[] = [
  ({ NODE_ENV, OIDC_ISSUER }) =>
    NODE_ENV === 'production' && !OIDC_ISSUER
      ? 'NODE_ENV=production needs OIDC_ISSUER: the demonstration sign-in is not for production.'
      : undefined,
  ({ OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET }) => {
    if (OIDC_ISSUER && !(OIDC_CLIENT_ID && OIDC_CLIENT_SECRET))
      return 'OIDC_ISSUER needs OIDC_CLIENT_ID and OIDC_CLIENT_SECRET, as registered with the provider.';
    if (!OIDC_ISSUER && (OIDC_CLIENT_ID || OIDC_CLIENT_SECRET))
      return 'OIDC_CLIENT_ID and OIDC_CLIENT_SECRET need OIDC_ISSUER, the address of the provider.';
    return undefined;
  },
  // Anyone can sign in as anyone in the demonstration, so access from other machines needs an explicit setting.
  ({ NODE_ENV, OIDC_ISSUER, DEMONSTRATION_SIGN_IN, HOST }) =>
    NODE_ENV !== 'production' && !OIDC_ISSUER && !DEMONSTRATION_SIGN_IN && !isLoopback(HOST)
      ? `HOST ${HOST} is reachable from other machines, and the demonstration sign-in lets anyone sign in as anyone: set OIDC_ISSUER, or DEMONSTRATION_SIGN_IN=open if you want that.`
      : undefined,
  ({ PORT, METRICS_PORT }) =>
    METRICS_PORT === PORT ? `METRICS_PORT is "${PORT}"; set it to another port than PORT.` : undefined,
  ({ NODE_ENV, PUBLIC_URL }) => {
    if (NODE_ENV !== 'production') return undefined;
    if (!PUBLIC_URL) return 'NODE_ENV=production needs PUBLIC_URL, the address that browsers use.';
    const { protocol, hostname } = new URL(PUBLIC_URL);
    return protocol === 'http:' && !isLoopback(hostname)
      ? 'NODE_ENV=production needs a PUBLIC_URL with https; plain http is allowed on loopback only.'
      : undefined;
  },
  ({ NODE_ENV, SESSION_SECRET }) =>
    NODE_ENV === 'production' && (SESSION_SECRET ?? '').length < 32
      ? `${SESSION_SECRET ? 'SESSION_SECRET is too short' : 'NODE_ENV=production needs SESSION_SECRET'}; set it to 32 characters or more, the same on every instance, for example from: openssl rand -base64 32.`
      : undefined,
];

/** The embedded database is for a trial on one machine. */
const needsServer = ({ NODE_ENV, DATABASE_URL }: Pick<Settings, 'NODE_ENV' | 'DATABASE_URL'>) =>
  NODE_ENV === 'production' && !DATABASE_URL
    ? 'NODE_ENV=production needs DATABASE_URL: the embedded database is not for production.'
    : undefined;

const keeping = <T>(sentencesFor: readonly ((settings: T) => string | undefined)[]) =>
  z.check<T>(({ value, issues }) => {
    for (const sentenceFor of sentencesFor) {
      const sentence = sentenceFor(value);
      if (sentence !== undefined) addSentence(issues, value, sentence);
    }
  });

const allSettings = z.object(shape).check(keeping([...rules, needsServer]));
const settingsOfDatabase = z
  .object({ NODE_ENV: operationSettings.NODE_ENV, ...databaseSettings })
  .check(keeping([needsServer]));

/** Reads the settings. Throws `SettingsError` with a sentence for each wrong setting that names it and says what to set. */
export function readConfig(environment: Environment): Config {
  const given = readSettings(allSettings, settingsOf(environment));
  const production = given.NODE_ENV === 'production';
  return {
    host: given.HOST,
    port: given.PORT,
    basePath: given.BASE_PATH,
    publicUrl: given.PUBLIC_URL ?? `http://127.0.0.1:${given.PORT}`,
    production,
    timeZone: given.TIME_ZONE,
    trustProxy: given.TRUST_PROXY,
    metrics: given.METRICS_PORT ? { port: given.METRICS_PORT, host: given.METRICS_HOST } : null,
    // The log has every response in production; in development the terminal stays quiet.
    logLevel: given.LOG_LEVEL ?? (production ? 'info' : 'warn'),
    drainSeconds: given.DRAIN_SECONDS,
    database: databaseOf(given),
    sampleData: given.SAMPLE_DATA ?? !production,
    secret: given.SESSION_SECRET ?? randomBytes(32).toString('base64url'),
    assetsDirectory: given.ASSETS_DIR ?? null,
    backupDirectory: given.BACKUP_DIR ?? null,
    buildCommit: given.BUILD_COMMIT ?? null,
    oidc: oidcOf(given),
    groupPermissions: given.GROUP_PERMISSIONS,
    signInsPerMinute: given.SIGN_INS_PER_MINUTE,
  };
}

/**
 * Reads the database settings of a command, which uses an embedded database only if DATA_DIR or `isEmbedded` asks for it.
 * Throws `SettingsError` for an invalid setting, and `UsageError` if no database is named, or two.
 */
export function readDatabase(environment: Environment, isEmbedded: boolean): StoredDatabase {
  const named = settingsOf(environment);
  const database = databaseOf(readSettings(settingsOfDatabase, named));
  if (database.kind === 'embedded' && !named.DATA_DIR && !isEmbedded)
    throw new UsageError('No database: set DATABASE_URL, or pass --embedded to use ./data.');
  if (database.kind === 'postgres' && isEmbedded)
    throw new UsageError('Two databases: unset DATABASE_URL, or leave out --embedded.');
  return database;
}

function oidcOf(given: Settings): OidcSettings | null {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = given;
  if (!issuer || !clientId || !clientSecret) return null;
  return {
    issuer,
    clientId,
    clientSecret,
    scope: given.OIDC_SCOPE,
    claims: {
      uciNetId: given.OIDC_CLAIM_NET_ID,
      firstName: given.OIDC_CLAIM_FIRST_NAME,
      lastName: given.OIDC_CLAIM_LAST_NAME,
      email: given.OIDC_CLAIM_EMAIL,
      groups: given.OIDC_CLAIM_GROUPS,
    },
  };
}
