import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { freePort } from '../../scripts/ports.mjs';
import { trusting } from '../support/authority.ts';
import { LemonLdap } from '../support/lemonldap.ts';
import { type ServerProcess, start } from '../support/serverProcess.ts';
import { test as base, expect } from './support.ts';

// Signing in with an independent provider: LemonLDAP::NG as docs/connect-your-provider.md sets it up, over https with
// certificates of its own authority. It returns the user's claims at UserInfo, not in the ID token.

// Without it the tests are skipped on a developer's machine, and fail in CI.
base.skip(!LemonLdap.isThere() && !process.env.CI, 'LemonLDAP::NG cannot be installed here');
// The tests share one provider and one server, so they run serially.
base.describe.configure({ mode: 'default' });

const OFFICE = "$uid eq 'dwho'";
const EVERYONE = '1';

/** The provider, and the product whose users it signs in, at its address for browsers. */
interface Installation {
  provider: LemonLdap;
  product: ServerProcess;
  home: string;
}

const test = base.extend<object, { installation: Installation }>({
  installation: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the needed fixtures from the pattern
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'provider-'));
      const port = await freePort();
      const origin = `https://127.0.0.3:${await freePort()}`;
      const provider = await LemonLdap.open(
        { origin, server: `127.0.0.1:${port}`, basePath: '/mdsd' },
        { groups: { regadm: OFFICE, staff: EVERYONE }, netId: "$uid eq 'msmith' ? '' : $uid" },
      );
      const product = await start(
        { DATA_DIR: folder },
        {
          PORT: String(port),
          PUBLIC_URL: origin,
          TRUST_PROXY: 'true',
          OIDC_ISSUER: provider.issuer,
          OIDC_CLIENT_ID: provider.clientId,
          OIDC_CLIENT_SECRET: provider.clientSecret,
          NODE_EXTRA_CA_CERTS: provider.authority,
          GROUP_PERMISSIONS: JSON.stringify({ regadm: ['manage:data'] }),
        },
      );
      await use({ provider, product, home: `${origin}/mdsd/` });
      await product.stop();
      await provider.close();
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  launchOptions: [
    ({ launchOptions, installation: { provider } }, use) =>
      use({ ...launchOptions, args: [...(launchOptions.args ?? []), trusting(provider.certificate)] }),
    { scope: 'worker' },
  ],
  baseURL: ({ installation }, use) => use(installation.home),
});

// Attempts are limited by IP address, so each visitor has their own.
let visitors = 0;
const newAddress = () => {
  visitors += 1;
  return { 'x-forwarded-for': `10.0.0.${visitors}` };
};
test.beforeEach(({ context }) => context.setExtraHTTPHeaders(newAddress()));

/** Enters name and password at the provider. */
async function identify(page: Page, name: string): Promise<void> {
  await page.getByPlaceholder('Login').fill(name);
  await page.getByPlaceholder('Password').fill(name);
  await page.getByRole('button', { name: 'Connect' }).click();
}

async function signIn(page: Page, name: string): Promise<void> {
  await page.goto('.');
  await identify(page, name);
}

const menu = (page: Page) => page.getByRole('navigation', { name: 'Main' }).getByRole('link');
const expectSignedIn = (page: Page, name: string) => expect(page.getByText(`Welcome ${name}`)).toBeVisible();

/** The log lines of the request whose ID the page shows. */
async function loggedOf(page: Page, product: ServerProcess): Promise<Record<string, unknown>[]> {
  const [, id] = /Request ID: (\S+)/.exec(await page.getByRole('main').innerText()) ?? [];
  expect(id).toBeTruthy();
  const lines = () =>
    product
      .log()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter(({ reqId }) => reqId === id);
  await expect.poll(() => lines().map(({ msg }) => msg)).toContain('answered');
  return lines();
}

test('a user of the registrar’s office signs in, with the name and the permissions from UserInfo', async ({
  page,
}) => {
  await page.goto('report?schoolCode=00');
  await identify(page, 'dwho');
  await expectSignedIn(page, 'Doctor Who');
  await expect(page).toHaveURL('report?schoolCode=00');
  await expect(menu(page)).toContainText(['Report', 'Degrees', 'Schools']);
  await page.reload();
  await expectSignedIn(page, 'Doctor Who');
});

test('a logout ends the session at the provider too: the next user must sign in, and has their own permissions', async ({
  page,
}) => {
  await signIn(page, 'dwho');
  await expectSignedIn(page, 'Doctor Who');
  await page.getByRole('button', { name: 'Logout' }).click();
  await identify(page, 'rtyler');
  await expectSignedIn(page, 'Rose Tyler');
  await expect(menu(page)).toHaveText(['Report']);
  await page.goto('school');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Report');
});

test('a logout at the provider does not end the session here', async ({
  page,
  installation: { provider },
}) => {
  await signIn(page, 'dwho');
  await expectSignedIn(page, 'Doctor Who');
  await page.goto(`${provider.issuer}?logout=1`);
  await expect(page.getByText('You have been disconnected')).toBeVisible();
  await page.goto('.');
  await expectSignedIn(page, 'Doctor Who');
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByPlaceholder('Password')).toBeVisible();
});

test('a user without a network ID sees the missing claim, and can sign in as another user', async ({
  page,
  installation: { product },
}) => {
  await signIn(page, 'msmith');
  await expect(page.getByRole('heading')).toHaveText('Your account cannot be used here');
  await expect(page.getByRole('main')).toContainText('ucinetid');
  expect(await loggedOf(page, product)).toContainEqual(
    expect.objectContaining({
      msg: 'a sign-in was refused',
      err: expect.objectContaining({ message: expect.stringContaining('did not send ucinetid') }),
    }),
  );
  await page.getByRole('link', { name: 'Sign in as someone else' }).click();
  await identify(page, 'rtyler');
  await expectSignedIn(page, 'Rose Tyler');
});

test('a user who has left the group has no permissions at the next sign-in', async ({
  page,
  browser,
  installation: { provider },
}) => {
  await signIn(page, 'dwho');
  await expect(menu(page)).toContainText(['Degrees']);
  await provider.change({ groups: { regadm: '0', staff: EVERYONE } });
  const another = await browser.newPage({ extraHTTPHeaders: newAddress() });
  await signIn(another, 'dwho');
  await expect(menu(another)).toHaveText(['Report']);
  await another.close();
  await provider.change({ groups: { regadm: OFFICE, staff: EVERYONE } });
});

test('a sign-in works immediately after the provider has replaced its key', async ({
  page,
  installation: { provider },
}) => {
  await signIn(page, 'dwho');
  await expectSignedIn(page, 'Doctor Who');
  await page.context().clearCookies();
  await provider.changeKey();
  await signIn(page, 'dwho');
  await expectSignedIn(page, 'Doctor Who');
});

test('UserInfo may be signed', async ({ page, installation: { provider } }) => {
  await provider.change({ userInfoSigned: 'RS256' });
  await signIn(page, 'dwho');
  await expectSignedIn(page, 'Doctor Who');
});

test.describe('the clock of the provider', () => {
  for (const clock of ['+5m', '-5m'])
    test(`may be off by five minutes: ${clock}`, async ({ page, installation: { provider } }) => {
      await provider.change({ clock });
      await signIn(page, 'dwho');
      await expectSignedIn(page, 'Doctor Who');
    });

  test.describe('an hour ahead', () => {
    test.use({ expectedProblems: /503/ });

    test('is rejected: the page shows that the clocks differ, and the log by how much', async ({
      page,
      installation: { provider, product },
    }) => {
      await provider.change({ clock: '+60m' });
      await signIn(page, 'dwho');
      await expect(page.getByRole('heading')).toHaveText('Sign-in is not available');
      await expect(page.getByRole('main')).toContainText('The clocks of this application');
      expect(await loggedOf(page, product)).toContainEqual(
        expect.objectContaining({
          err: expect.objectContaining({ message: expect.stringContaining('60 minutes ahead') }),
        }),
      );
    });
  });

  // Its tokens are valid for an hour, and so just barely valid.
  test('an hour behind is logged, while a token is still valid', async ({
    page,
    installation: { provider, product },
  }) => {
    await provider.change({ clock: '-60m' });
    await signIn(page, 'dwho');
    await expectSignedIn(page, 'Doctor Who');
    await expect.poll(product.log).toContain('60 minutes behind');
  });
});
