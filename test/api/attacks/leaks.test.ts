import { expectThat } from '../../support/expectThat.ts';
import { scenarioTest } from '../../support/scenarioTest.ts';
import { start } from '../../support/serverProcess.ts';
import { signIn, TestUser } from '../../support/testUser.ts';

/** Texts that an error response must never contain. */
const INTERNALS: [string, RegExp][] = [
  ['a stack trace', /\bat \S+ \(|\.[jt]s:\d+:\d+/],
  ['a server path', /node_modules|\/server\/|\/home\/|\/tmp\//],
  ['SQL', /\b(select|insert into|update|delete from)\b.+\b(from|set|values|where)\b/i],
  ['a constraint or table', /_(pkey|fkey|check)\b|\bpg_|relation "/],
  ['an error code of a library', /FST_|ERR_|ZodError|kysely|ECONN/i],
];

const SECRET = 'the secret of this run, at least thirty-two characters';
const MARK = 'a comment that must not be logged';

/** Sends valid, invalid and malformed requests, and inspects all responses and logs. */
scenarioTest(
  'No error response exposes internals, and no log contains a secret or what users wrote.',
  async ({ newPlace, atEnd }) => {
    const product = await start(await newPlace(), { SESSION_SECRET: SECRET, LOG_LEVEL: 'trace' });
    atEnd(() => product.kill());
    const [admin, viewer, nobody] = [
      await signIn(product, 'admin'),
      await signIn(product, 'viewer'),
      new TestUser(product),
    ];
    let responses = 0;
    const ask = async (user: TestUser, method: string, path: string, body?: unknown, headers = {}) => {
      const response = await user.request(method, path, body, headers);
      const content = `${response.text} ${JSON.stringify(response.headers)}`;
      responses += 1;
      if (path === '/openapi.json' || response.status === 200) return;
      for (const [what, pattern] of INTERNALS)
        expectThat(
          !pattern.test(content),
          `${method} ${path.slice(0, 80)} returns ${what}: ${content.slice(0, 500)}`,
        );
      expectThat(!content.includes(SECRET), `${method} ${path} returns the secret`);
      for (const secret of secretsOf(admin))
        expectThat(!response.text.includes(secret), `${method} ${path} returns a session`);
    };
    const bodies = [
      '{',
      '[]',
      'null',
      '{"comments":5}',
      JSON.stringify({ comments: MARK }),
      `{"title":"\\u0000"}`,
      'x'.repeat(70_000),
    ];
    const paths = [
      '/schools',
      '/schools/UX',
      "/schools/'",
      '/degrees/1',
      '/degrees/99999999999999999999',
      '/majors/%00',
      '/major-degrees',
      '/reports',
      '/relationships/school/UX/major/1',
      '/nothing',
      '/auth/me',
      '/auth/callback?code=x&state=y',
      '/impersonate/nobody',
      '/version',
      '/lookups/terms?x=1',
      '/%ff',
    ];
    for (const user of [admin, viewer, nobody])
      for (const path of paths)
        for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'])
          for (const body of method === 'GET' ? [undefined] : [undefined, ...bodies]) {
            // Keeps the session alive for the next requests.
            if (method === 'DELETE' && path === '/schools/UX') continue;
            await ask(user, method, path, body);
          }
    await ask(admin, 'GET', '/schools', undefined, { cookie: `SESSION=${'x'.repeat(3000)}` });
    const made = await admin.post('/departments', { title7: 'LEAK', title: 'A department', comments: MARK });
    expectThat(made.status === 201, `A department could not be created: ${made.text}`);
    const log = product.log();
    const secrets = [...secretsOf(admin), ...secretsOf(viewer), SECRET, MARK];
    for (const secret of secrets)
      expectThat(!log.includes(secret), `The log contains ${secret.slice(0, 12)}…`);
    expectThat(!/eyJ[\w-]{20,}/.test(log), 'The log contains a token');
    for (const user of [admin, viewer, nobody]) user.close();
    return [
      `${responses} responses and ${log.split('\n').length} log lines at the most verbose level, nothing found`,
    ];
  },
);

const secretsOf = ({ cookies }: TestUser) => Object.values(cookies);
