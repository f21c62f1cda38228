import { createItem } from './data.ts';
import { dialog, edit, fill, save, toast } from './forms.ts';
import { expect, sessionOf, test } from './support.ts';

// Cookies of a neighboring application on the same host, with the names of ours.

test.use({ storageState: sessionOf('registrar') });

for (const [where, path] of [
  ['beside ours', '/'],
  ['in place of ours', '/mdsd'],
  ['with a longer path', '/mdsd/api'],
] as const)
  test(`cookies of a neighbor ${where} stop neither the sign-in nor a save`, async ({ page, baseURL }) => {
    const school = await createItem(page, 'school');
    await page.goto(`./school?q=${school.title}`);
    const { hostname: domain } = new URL(baseURL ?? '');
    await page.context().addCookies([
      { name: 'XSRF-TOKEN', value: 'another%20application', domain, path },
      // A session cookie that replaces ours would end the session.
      ...(path === '/mdsd' ? [] : [{ name: 'SESSION', value: 'NWY4ZTE1', domain, path, httpOnly: true }]),
    ]);
    const opened = await edit(page, 'School', school.title);
    await fill(opened, { 'Title 8': 'BESIDE' });
    await save(opened);
    await expect(toast(page, 'The school has been successfully updated')).toBeVisible();
    await page.reload();
    await expect(page.getByText('Welcome Robin Alvarez')).toBeVisible();
    await edit(page, 'School', school.title);
    await fill(opened, { 'Title 8': 'AGAIN' });
    await save(opened);
    await expect(dialog(page, 'Edit School')).toHaveCount(0);
  });
