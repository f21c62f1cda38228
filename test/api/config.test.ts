import { describe, expect, test } from 'vitest';
import { readConfig } from '../../server/config.ts';
import { StartRefused } from '../../server/startRefused.ts';

const production = {
  NODE_ENV: 'production',
  OIDC_ISSUER: 'https://sso.example.edu',
  OIDC_CLIENT_ID: 'mdsd',
  OIDC_CLIENT_SECRET: 'secret',
  DATABASE_URL: 'postgres://mdsd@db.example.edu/mdsd',
  PUBLIC_URL: 'https://mdsd.example.edu',
  SESSION_SECRET: 'x'.repeat(32),
};

function refusalOf(env: Record<string, string | undefined>): string {
  try {
    readConfig(env);
  } catch (error) {
    expect(error).toBeInstanceOf(StartRefused);
    return (error as Error).message;
  }
  return 'not refused';
}

describe('An invalid setting is rejected with one sentence that names it', () => {
  test.for([
    ['PORT', 'eighty'],
    ['PORT', '0'],
    ['PORT', '65536'],
    ['PORT', '80.5'],
    ['BASE_PATH', 'mdsd'],
    ['BASE_PATH', '/a b'],
    ['BASE_PATH', '/a//b'],
    ['BASE_PATH', '/"><script>'],
    ['PUBLIC_URL', 'mdsd.example.edu'],
    ['PUBLIC_URL', 'ftp://mdsd.example.edu'],
    ['PUBLIC_URL', 'https://mdsd.example.edu/path'],
    ['PUBLIC_URL', 'https://mdsd.example.edu/?q'],
    ['TIME_ZONE', 'Irvine'],
    ['TIME_ZONE', 'America/Los Angeles'],
    ['TIME_ZONE', '-08:00'],
    ['TIME_ZONE', '+00'],
    ['TRUST_PROXY', 'yes'],
    ['SAMPLE_DATA', 'no'],
    ['DRAIN_SECONDS', '-1'],
    ['DRAIN_SECONDS', '61'],
    ['DRAIN_SECONDS', '1.5'],
    ['DRAIN_SECONDS', 'three'],
    ['DATABASE_URL', 'mysql://db/mdsd'],
    ['OIDC_ISSUER', 'not an address'],
    ['OIDC_ISSUER', 'http://sso.example.edu'],
    ['GROUP_PERMISSIONS', 'not JSON'],
    ['GROUP_PERMISSIONS', '[]'],
    ['GROUP_PERMISSIONS', 'null'],
    ['GROUP_PERMISSIONS', '{"staff":"manage:data"}'],
    ['GROUP_PERMISSIONS', '{"staff":["everything"]}'],
  ] as const)('%s=%s', ([name, value]) => {
    const message = refusalOf({ [name]: value });
    expect(message).toContain(name);
    expect(message).toMatch(/^[^\n]+\.$/);
  });

  test.for(['0', 'ten', '201', '1.5'])('DATABASE_POOL=%s', (pool) => {
    expect(refusalOf({ DATABASE_URL: 'postgres://db/mdsd', DATABASE_POOL: pool })).toContain('DATABASE_POOL');
  });

  test.for(['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'])('OIDC_ISSUER without %s', (name) => {
    expect(refusalOf({ ...production, [name]: undefined })).toContain(name);
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
    'is refused with HOST=%s',
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
