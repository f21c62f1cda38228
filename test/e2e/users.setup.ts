import { expect, test } from '@playwright/test';
import { sessionOf, type User, userNames } from './support.ts';

// Signs in without a page, which is faster. signIn.spec.ts signs in as a user does.
for (const user of Object.keys(userNames) as User[])
  test(`${userNames[user]} signs in`, async ({ request, baseURL }) => {
    const provider = await request.get('api/auth/start');
    const response = await request.post(`${provider.url()}/${user}`);
    expect(response.url()).toBe(baseURL);
    await request.storageState({ path: sessionOf(user) });
  });
