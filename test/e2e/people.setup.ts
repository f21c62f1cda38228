import { expect, test } from '@playwright/test';
import { type Person, people, sessionOf } from './support.ts';

// Without a page, which takes longer. signIn.spec.ts signs in as a person does.
for (const user of Object.keys(people) as Person[])
  test(`${people[user]} signs in`, async ({ request, baseURL }) => {
    const provider = await request.get('api/auth/start');
    const response = await request.post(`${provider.url()}/${user}`);
    expect(response.url()).toBe(baseURL);
    await request.storageState({ path: sessionOf(user) });
  });
