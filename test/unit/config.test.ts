import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readConfig, readDatabase, secrets, settings } from '../../server/config/config.ts';
import { nameOfDatabase } from '../../server/config/databaseSettings.ts';
import { SettingsError } from '../../server/runtime/startupError.ts';
import { required } from '../support/required.ts';

const production = {
  ...required,
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://mdsd@db.example.edu/mdsd',
};

function refusalOf(env: Record<string, string | undefined>): string {
  try {
    readConfig(env);
  } catch (error) {
    expect(error).toBeInstanceOf(SettingsError);
    return (error as Error).message;
  }
  return 'not refused';
}

/** A file outside of the project, for one run of the tests. */
const folder = mkdtempSync(join(tmpdir(), 'config-'));
const fileOf = (name: string, content: string) => {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};
afterAll(() => rmSync(folder, { recursive: true }));
const garbage = fileOf('garbage', 'no certificate');
const oidc = {
  OIDC_ISSUER: production.OIDC_ISSUER,
  OIDC_CLIENT_ID: production.OIDC_CLIENT_ID,
  OIDC_CLIENT_SECRET: production.OIDC_CLIENT_SECRET,
};
const db = 'postgres://mdsd:hidden@db.example.edu/mdsd';

/** Wrong values of each setting, with other settings that they need. */
const wrong: Record<Exclude<Setting, FreeText>, { values: string[]; beside?: Record<string, string> }> = {
  NODE_ENV: { values: ['prod', 'Production', 'staging'] },
  HOST: { values: ['http://127.0.0.1', '127.0.0.1:8080', 'a b', '-', '/', '[::1'] },
  PORT: { values: ['eighty', '0', '65536', '80.5', '0x50', '1e3', '-1', '80a'] },
  BASE_PATH: { values: ['mdsd', '/a b', '/a//b', '/"><script>', '/..', '/a/../b', '/./a', '/a?b'] },
  PUBLIC_URL: {
    values: [
      'mdsd.example.edu',
      'ftp://mdsd.example.edu',
      'https://mdsd.example.edu/path',
      'https://mdsd.example.edu/?q',
      'https://mdsd.example.edu/#a',
      'https://user:hidden@mdsd.example.edu',
    ],
  },
  TIME_ZONE: { values: ['Irvine', 'America/Los Angeles', '-08:00', '+00'] },
  TRUST_PROXY: { values: ['yes', 'TRUE', '1'] },
  SAMPLE_DATA: { values: ['no', '0'] },
  DATABASE_URL: {
    values: [
      'mysql://db/mdsd',
      'db.example.edu',
      'postgres://mdsd:hidden@db:port/mdsd',
      'postgres://mdsd:hid#den@db/mdsd',
      'postgres://mdsd:x@hidden/x@db/mdsd',
      'postgres://mdsd:hid%E9den@db/mdsd',
      'postgres://mdsd:hidden@one:5432,two:many/mdsd',
      `${db}?sslmode=verify_full`,
      `${db}?sslmode=`,
      `${db}?sslmode=verify-full&sslrootcert=${join(folder, 'nothing')}`,
      `${db}?sslrootcert=${garbage}`,
      `${db}?sslcert=${join(folder, 'nothing')}`,
      `${db}?sslkey=${folder}`,
    ],
  },
  DATABASE_POOL: { values: ['0', 'ten', '201', '1.5', '0x10'] },
  DATA_DIR: { values: [garbage] },
  SESSION_SECRET: { values: ['hidden', 'x'.repeat(31)], beside: production },
  OIDC_ISSUER: {
    values: [
      'not an address',
      'http://sso.example.edu',
      'https://sso.example.edu?tenant=1',
      'https://user:hidden@sso.example.edu',
    ],
    beside: oidc,
  },
  DEMONSTRATION_SIGN_IN: { values: ['true', 'OPEN', 'yes', 'closed'] },
  OIDC_CLIENT_ID: { values: ['without an issuer'] },
  OIDC_CLIENT_SECRET: { values: ['hidden'] },
  OIDC_SCOPE: {
    values: ['profile email', 'openid-connect', 'OPENID', 'openid,profile', 'openid\tprofile'],
    beside: oidc,
  },
  GROUP_PERMISSIONS: {
    values: [
      'not JSON',
      '[]',
      'null',
      '{"staff":"manage:data"}',
      '{"staff":["everything"]}',
      '"x'.repeat(500),
    ],
  },
  NODE_EXTRA_CA_CERTS: { values: [join(folder, 'nothing'), folder, garbage] },
  DRAIN_SECONDS: { values: ['-1', '61', '1.5', 'three'] },
  SIGN_INS_PER_MINUTE: { values: ['0', '10001', 'many', '1.5'] },
  LOG_LEVEL: { values: ['debugg', 'INFO', 'warning', '30'] },
  METRICS_PORT: { values: ['0', 'metrics', '70000', '8080'] },
  METRICS_HOST: { values: ['http://10.0.0.1', '10.0.0.1:9100', 'a b'] },
  ASSETS_DIR: { values: [garbage, join(folder, 'nothing')] },
  BUILD_COMMIT: { values: ['a\nb', 'é', 'x'.repeat(101)] },
};

type Setting = (typeof settings)[number];

/** Settings in which any text may be right. */
const freeText = [
  'BACKUP_DIR',
  'OIDC_CLAIM_NET_ID',
  'OIDC_CLAIM_FIRST_NAME',
  'OIDC_CLAIM_LAST_NAME',
  'OIDC_CLAIM_EMAIL',
  'OIDC_CLAIM_GROUPS',
] as const;
type FreeText = (typeof freeText)[number];

describe('A wrong setting is rejected with a sentence that names it and the correction, but no secret', () => {
  const cases = Object.entries(wrong).flatMap(([name, { values, beside = {} }]) =>
    values.map((value) => [name, value, beside] as const),
  );
  test.for(cases)('%s=%s', ([name, value, beside]) => {
    const message = refusalOf({ ...beside, [name]: value });
    expect(message).toContain(name);
    expect(message).toMatch(/^[^\n]+(; [^\n]+|need [^\n]+)\.$/);
    expect(message.length).toBeLessThan(400);
    expect(message).not.toMatch(/hid(den)?|hid#|hid%E9/);
  });

  test.for(settings)('%s with a space or a line break around its value', (name) => {
    for (const value of [' x', 'x ', 'x\r', 'x\n', ' ']) {
      const message = refusalOf({ [name]: value });
      expect(message).toBe(`${name} has a space or a line break at its beginning or end; remove it.`);
    }
  });

  test.for(['LOGLEVEL', 'log_level', 'BASEPATH', 'Public_Url', 'DATABASEURL', 'OIDC_CLIENTID', 'OIDCISSUER'])(
    'the misspelled name %s',
    (name) => {
      expect(refusalOf({ [name]: 'x' })).toMatch(
        new RegExp(`^${name} is not a setting; set [A-Z_]+ instead\\.$`),
      );
    },
  );

  test('several wrong settings, each in a sentence of its own', () => {
    expect(refusalOf({ PORT: 'x', LOG_LEVEL: 'x', SAMPLE_DATA: 'x' })).toBe(
      'LOG_LEVEL is "x"; set it to one of fatal, error, warn, info, debug, trace, silent. PORT is "x"; set it to a whole number from 1 to 65535. SAMPLE_DATA is "x"; set it to true or false.',
    );
  });

  test.for(['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'])('OIDC_ISSUER without %s', (name) => {
    expect(refusalOf({ ...production, [name]: undefined })).toContain(name);
  });
});

describe('A secret in a file', () => {
  const valueOf = (name: (typeof secrets)[number], file: string) => {
    const { database, secret, oidc } = readConfig({
      ...production,
      [name]: undefined,
      [`${name}_FILE`]: file,
    });
    return {
      DATABASE_URL: database.kind === 'postgres' && database.url,
      SESSION_SECRET: secret,
      OIDC_CLIENT_SECRET: oidc?.clientSecret,
    }[name];
  };
  const folderOfSecrets = join(folder, 'secrets');
  mkdirSync(folderOfSecrets);

  test.for(secrets)('is the value of %s, without the line break at the end', (name) => {
    const value = { ...production, DATABASE_URL: db }[name];
    for (const end of ['', '\n', '\r\n']) expect(valueOf(name, fileOf('secret', value + end))).toBe(value);
  });

  test.for(secrets)('as %s is rejected by the name of the setting, without its content', (name) => {
    const refusalOfFile = (file: string, more: Record<string, string> = {}) =>
      refusalOf({ ...production, [name]: undefined, [`${name}_FILE`]: file, ...more });
    const correction = '; set it to a file that this user may read.';
    const none = join(folder, 'nothing');
    expect(refusalOfFile(none)).toBe(`${name}_FILE is "${none}", which cannot be read (ENOENT)${correction}`);
    for (const file of [folderOfSecrets, '/dev/zero'])
      expect(refusalOfFile(file)).toBe(`${name}_FILE is "${file}", which is not a file${correction}`);
    expect(refusalOfFile(fileOf('empty', '\n'))).toMatch(/, which is empty; write the value there\.$/);
    expect(refusalOfFile(fileOf('secret', 'hidden'), { [name]: 'hidden too' })).toBe(
      `${name} and ${name}_FILE are both set; leave one out.`,
    );
    for (const content of ['hidden \n', 'hidden\n\n'])
      expect(refusalOfFile(fileOf('secret', content))).toBe(
        `${name} has a space or a line break at its beginning or end; remove it.`,
      );
    expect(refusalOf({ [`${name.replace('_', '')}_FILE`]: none })).toBe(
      `${name.replace('_', '')}_FILE is not a setting; set ${name}_FILE instead.`,
    );
  });

  test('that is wrong is rejected without its content', () => {
    for (const [name, content] of [
      ['DATABASE_URL', 'mysql://mdsd:hidden@db/mdsd'],
      ['SESSION_SECRET', 'hidden'],
    ]) {
      const message = refusalOf({
        ...production,
        [name as string]: '',
        [`${name}_FILE`]: fileOf('secret', `${content}`),
      });
      expect(message).toContain(name);
      expect(message).not.toContain('hidden');
    }
  });
});

describe('A command', () => {
  test('uses the embedded database only if it is asked to', () => {
    expect(() => readDatabase({}, false)).toThrow(
      'No database: set DATABASE_URL, or pass --embedded to use ./data.',
    );
    expect(readDatabase({}, true)).toEqual({ kind: 'embedded', directory: './data' });
    expect(readDatabase({ DATA_DIR: 'other' }, false)).toEqual({ kind: 'embedded', directory: 'other' });
    expect(readDatabase({ DATA_DIR: 'other', DATABASE_URL: db }, false)).toMatchObject({ url: db });
    expect(readDatabase({ DATABASE_URL_FILE: fileOf('url', db) }, false)).toMatchObject({ url: db });
  });

  test.for([
    [db, 'PostgreSQL mdsd at db.example.edu:5432'],
    ['postgres://mdsd:p%40ss@one:5433,two/mdsd?sslmode=require', 'PostgreSQL mdsd at one:5433,two:5432'],
    ['postgres://mdsd:hidden@[::1]:5432/mdd', 'PostgreSQL mdd at [::1]:5432'],
    ['postgresql://mdsd@/mdd?host=/run/postgresql', 'PostgreSQL mdd at /run/postgresql:5432'],
    ['postgres://only_user@db', 'PostgreSQL only_user at db:5432'],
  ] as const)('with DATABASE_URL=%s uses %s', ([DATABASE_URL, name]) => {
    expect(nameOfDatabase(readDatabase({ DATABASE_URL }, false))).toBe(name);
  });
});

describe('A setting is not rejected', () => {
  test.for(settings.filter((name) => name !== 'BASE_PATH'))(
    '%s that is empty: it counts as not set',
    (name) => {
      const { secret: _, ...byDefault } = readConfig({});
      expect(readConfig({ [name]: '' })).toMatchObject(byDefault);
    },
  );

  test('with a name that only resembles one of ours, or beside the correct name', () => {
    expect(refusalOf({ DATABASE_URI: 'x', Host: 'x', port: 'x', LOGLEVEL: 'x', LOG_LEVEL: 'info' })).toBe(
      'not refused',
    );
  });

  test.for([
    db,
    'postgres://one:5432,two:5433/mdsd',
    'postgresql://mdsd@/mdsd?host=/run/postgresql',
    'postgres://[::1]:5432/mdsd',
    'postgres://mdsd:p%40ss%2Fword@db/mdsd?sslmode=require',
    `${db}?sslmode=verify-full&sslrootcert=${fileOf('authority.crt', '-----BEGIN CERTIFICATE-----\n')}`,
  ])('DATABASE_URL=%s', (url) => {
    expect(readConfig({ DATABASE_URL: url })).toMatchObject({ database: { url } });
  });
});

describe('In production', () => {
  test('a complete configuration is accepted', () => {
    expect(readConfig(production)).toMatchObject({ production: true, publicUrl: production.PUBLIC_URL });
  });

  test.for(['OIDC_ISSUER', 'DATABASE_URL', 'PUBLIC_URL', 'SESSION_SECRET'])('%s must be set', (name) => {
    expect(refusalOf({ ...production, [name]: undefined })).toContain(name);
  });

  test('the address that browsers use must be https, except on this machine', () => {
    expect(refusalOf({ ...production, PUBLIC_URL: 'http://mdsd.example.edu' })).toContain('PUBLIC_URL');
    expect(refusalOf({ ...production, PUBLIC_URL: 'http://127.0.0.1.example.edu' })).toContain('PUBLIC_URL');
    expect(refusalOf({ ...production, PUBLIC_URL: 'http://127.0.0.1:8080' })).toBe('not refused');
  });

  test('the commands of operators need a DATABASE_URL too', () => {
    expect(() => readDatabase({ NODE_ENV: 'production' }, false)).toThrow(
      'NODE_ENV=production needs DATABASE_URL',
    );
  });

  test('the secret must be long enough', () => {
    expect(refusalOf({ ...production, SESSION_SECRET: 'x'.repeat(31) })).toContain('SESSION_SECRET');
  });
});

describe('By default', () => {
  test('the application listens on port 8080 under /mdsd, with the embedded database and the demonstration sign-in', () => {
    expect(readConfig({})).toMatchObject({
      host: '127.0.0.1',
      port: 8080,
      basePath: '/mdsd',
      publicUrl: 'http://127.0.0.1:8080',
      timeZone: 'America/Los_Angeles',
      database: { kind: 'embedded' },
      sampleData: true,
      drainSeconds: 3,
      oidc: null,
    });
  });

  test('the group named in the specification may manage data', () => {
    expect(readConfig({}).groupPermissions['ITSEC:RegAdm VPN User']).toEqual(['manage:data']);
  });

  test('each start generates its own secret', () => {
    expect(readConfig({}).secret).not.toBe(readConfig({}).secret);
  });
});

test.for(['UTC', 'Europe/Berlin', 'US/Pacific'])('TIME_ZONE=%s', (timeZone) => {
  expect(readConfig({ TIME_ZONE: timeZone })).toMatchObject({ timeZone });
});

test.for([
  ['/mdsd/', '/mdsd'],
  ['/', ''],
  ['', ''],
  ['/a/b', '/a/b'],
])('BASE_PATH=%s is %j', ([given, basePath]) => {
  expect(readConfig({ BASE_PATH: given })).toMatchObject({ basePath });
});

describe('The demonstration sign-in', () => {
  const beyond = [
    '0.0.0.0',
    '::',
    '[::]',
    '0',
    '192.0.2.1',
    '::ffff:192.0.2.1',
    '2001:db8::1',
    'mdsd',
    '127.1',
  ];

  test.for([...beyond, 'localhost.example.edu', '127.0.0.1.example.edu'])(
    'is rejected with HOST=%s',
    (HOST) => {
      const message = refusalOf({ HOST });
      expect(message).toContain('HOST');
      expect(message).toContain('DEMONSTRATION_SIGN_IN=open');
      expect(message).toMatch(/^[^\n]+\.$/);
    },
  );

  test.for([undefined, '', '127.0.0.1', '127.0.0.2', '127.255.255.254', 'localhost', 'LOCALHOST', '::1'])(
    'is available with HOST=%s',
    (HOST) => {
      expect(readConfig({ HOST })).toMatchObject({ host: HOST || '127.0.0.1', oidc: null });
    },
  );

  test.for([
    ['[::1]', '::1'],
    ['0:0:0:0:0:0:0:1', '0:0:0:0:0:0:0:1'],
    ['::ffff:127.0.0.1', '::ffff:127.0.0.1'],
  ])('is available with HOST=%s, which becomes %s', ([HOST, host]) => {
    expect(readConfig({ HOST })).toMatchObject({ host });
  });

  test.for(['https://mdsd.example.edu', 'http://192.0.2.1:8080', 'http://localhost:8080'])(
    'is available with PUBLIC_URL=%s, as behind a proxy on this machine',
    (PUBLIC_URL) => {
      expect(refusalOf({ PUBLIC_URL })).toBe('not refused');
    },
  );

  test('is open to everyone only with the one explicit setting', () => {
    const open = { HOST: '0.0.0.0', PUBLIC_URL: 'https://demo.example.edu', DEMONSTRATION_SIGN_IN: 'open' };
    expect(readConfig(open)).toMatchObject({ host: '0.0.0.0', oidc: null });
    for (const DEMONSTRATION_SIGN_IN of ['true', 'OPEN', 'yes', 'closed'])
      expect(refusalOf({ ...open, DEMONSTRATION_SIGN_IN })).toContain('DEMONSTRATION_SIGN_IN');
    expect(refusalOf({ ...open, NODE_ENV: 'production' })).toContain('OIDC_ISSUER');
  });

  test('is disabled when a provider is configured, on any host', () => {
    expect(refusalOf({ ...production, HOST: '0.0.0.0' })).toBe('not refused');
  });
});

test('a provider on plain http is accepted on loopback', () => {
  for (const issuer of ['http://127.0.0.1:9000', 'http://localhost:9000/realm', 'http://[::1]:9000'])
    expect(readConfig({ ...production, NODE_ENV: undefined, OIDC_ISSUER: issuer }).oidc).toMatchObject({
      issuer,
    });
});

test('the names of the provider’s claims are configurable', () => {
  const { oidc } = readConfig({ ...production, OIDC_CLAIM_NET_ID: 'uid', OIDC_CLAIM_GROUPS: 'memberOf' });
  expect(oidc?.claims).toMatchObject({ uciNetId: 'uid', groups: 'memberOf', email: 'email' });
});
