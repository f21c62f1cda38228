import { type Person, people, sessionOf, signIn, test } from './support.ts';

for (const person of Object.keys(people) as Person[])
  test(`${people[person]} signs in`, async ({ page }) => {
    await signIn(page, person);
    await page.context().storageState({ path: sessionOf(person) });
  });
