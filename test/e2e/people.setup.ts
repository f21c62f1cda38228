import { expect, test } from '@playwright/test';
import { type Person, people, sessionOf } from './support.ts';

// Without a page, which takes longer. signIn.spec.ts signs in as a person does.
for (const person of Object.keys(people) as Person[])
  test(`${people[person]} signs in`, async ({ request, baseURL }) => {
    const provider = await request.get('api/auth/start');
    const answer = await request.post(`${provider.url()}/${person}`);
    expect(answer.url()).toBe(baseURL);
    await request.storageState({ path: sessionOf(person) });
  });
