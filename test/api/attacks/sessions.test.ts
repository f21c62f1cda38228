import { expectThat } from '../../support/expectThat.ts';
import { scenarioTest } from '../../support/scenarioTest.ts';
import { type ServerProcess, start } from '../../support/serverProcess.ts';
import { signIn, type TestResponse, TestUser } from '../../support/testUser.ts';

/** Races for one session: a session that is ended stays ended, and one that is renewed yields exactly one successor. */
scenarioTest(
  'An ended session stays ended, and concurrent calls never turn one session into two.',
  async (run) => {
    const product = await start(await run.newPlace());
    run.atEnd(() => product.kill());
    return [
      await logoutsWhileImpersonating(product),
      await impersonationsAtOnce(product),
      await stopsAtOnce(product),
      await logoutsAtOnce(product),
    ];
  },
);

const AT_ONCE = 12;

/** In any order: after an acknowledged logout, the session is no longer signed in. */
async function logoutsWhileImpersonating(product: ServerProcess): Promise<string> {
  const rounds = 10;
  let [both, survived] = [0, 0];
  for (let round = 0; round < rounds; round += 1) {
    const admin = await signIn(product, 'admin');
    const [impersonation, goodbye] = await Promise.all([impersonate(admin), logout(admin)]);
    expectOneOf([200, 401], impersonation, goodbye);
    if (impersonation.status === 200 && goodbye.status === 200) both += 1;
    if (goodbye.status === 200 && (await validSessions(admin, impersonation)) > 0) survived += 1;
    admin.close();
  }
  expectThat(survived === 0, `${survived} of ${rounds} sessions survived their acknowledged logout`);
  return `${rounds} logouts while an impersonation started (${both} times both were acknowledged), no session left`;
}

/** There is still one session, and the rejected requests do not create any. */
async function impersonationsAtOnce(product: ServerProcess): Promise<string> {
  const rounds = 3;
  for (let round = 0; round < rounds; round += 1) {
    const admin = await signIn(product, 'admin');
    await yieldsOneSession(admin, () => impersonate(admin), 'impersonations');
    admin.close();
  }
  return `${rounds} × ${AT_ONCE} impersonations at once from one session, one session each time`;
}

async function stopsAtOnce(product: ServerProcess): Promise<string> {
  const rounds = 3;
  for (let round = 0; round < rounds; round += 1) {
    const admin = await signIn(product, 'admin');
    const acting = new TestUser(product, cookiesOf(await impersonate(admin)));
    await yieldsOneSession(acting, () => acting.get('/impersonate/logout'), 'ends of an impersonation');
    for (const one of [admin, acting]) one.close();
  }
  return `${rounds} × ${AT_ONCE} ends of an impersonation at once, one session each time`;
}

async function logoutsAtOnce(product: ServerProcess): Promise<string> {
  const rounds = 3;
  for (let round = 0; round < rounds; round += 1) {
    const viewer = await signIn(product, 'viewer');
    const responses = await Promise.all(Array.from({ length: AT_ONCE }, () => logout(viewer)));
    expectOneOf([200, 401], ...responses);
    expectThat(
      count(responses, 200) === 1,
      `${count(responses, 200)} of ${AT_ONCE} logouts at once were acknowledged`,
    );
    expectThat((await validSessions(viewer)) === 0, 'A session survives its logout');
    viewer.close();
  }
  return `${rounds} × ${AT_ONCE} logouts at once, one acknowledged each time`;
}

/** Many simultaneous requests, each of which would renew the session ID. */
async function yieldsOneSession(
  user: TestUser,
  call: () => Promise<TestResponse>,
  what: string,
): Promise<void> {
  const responses = await Promise.all(Array.from({ length: AT_ONCE }, call));
  expectOneOf([200, 401], ...responses);
  const sessions = await validSessions(user, ...responses);
  expectThat(sessions === 1, `${AT_ONCE} ${what} at once turned one session into ${sessions}`);
  expectThat(
    count(responses, 200) === 1,
    `${count(responses, 200)} of ${AT_ONCE} ${what} at once were acknowledged`,
  );
  for (const { status, headers } of responses)
    expectThat(status === 200 || !headers['set-cookie'], 'A rejected call sets or clears a cookie');
}

const impersonate = (user: TestUser) => user.get('/impersonate/viewer');
const logout = (user: TestUser) => user.post('/auth/logout');
const count = (responses: readonly TestResponse[], status: number) =>
  responses.filter((response) => response.status === status).length;

/** The number of valid sessions among those that the user had, or received in a response. */
async function validSessions(user: TestUser, ...responses: TestResponse[]): Promise<number> {
  const handed = responses.map((response) => cookiesOf(response).SESSION);
  const ids = new Set([user.cookies.SESSION, ...handed]);
  const statuses = await Promise.all(
    [...ids].filter(Boolean).map(async (id) => {
      const { status } = await user.get('/auth/me', { cookie: `SESSION=${id}` });
      return status;
    }),
  );
  return statuses.filter((status) => status === 200).length;
}

function cookiesOf({ headers }: TestResponse): Record<string, string> {
  const pairs = (headers['set-cookie'] ?? []).map((line) => (line.split(';')[0] ?? '').split('='));
  return Object.fromEntries(pairs);
}

function expectOneOf(statuses: readonly number[], ...responses: TestResponse[]): void {
  for (const response of responses)
    if (!statuses.includes(response.status))
      throw new Error(`Unexpected response: ${response.status} ${response.text}`);
}
