import type { Page } from '@playwright/test';
import type { ChangeSets, ChangeSetWithEntries } from '../../contract/history.ts';
import { dialog, holdToast } from './forms.ts';
import { expect } from './support.ts';

// Finds the parts of a proposal as a user does.

export const heading = (page: Page) => page.getByRole('heading', { level: 1 });
export const changes = (page: Page) => page.getByRole('table', { name: 'Changes' });
/** The row of a proposal, or of its result, with a text. */
export const lineOf = (page: Page, text: string | RegExp) =>
  changes(page).getByRole('row').filter({ hasText: text });
export const chip = (page: Page, name: string) =>
  page
    .getByRole('group', { name: 'Show', exact: true })
    .getByRole('button', { name: new RegExp(`^${name} `) });
export const applyButton = (page: Page) => page.getByRole('button', { name: /^Apply / });
export const toasts = (page: Page) => page.getByRole('status', { name: 'Notifications' });

/** The checkbox of the row with a text. */
export const rowBox = (page: Page, text: string | RegExp) => lineOf(page, text).getByRole('checkbox').first();
/** The checkbox of all rows. */
export const allBox = (page: Page) => page.getByRole('checkbox', { name: /^All / });

/** Applies, waits until the screen has returned to where the user was, and keeps the toast open. */
export async function apply(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click();
  await expect(applyButton(page)).toHaveCount(0);
  await expect(
    toasts(page)
      .getByText(/^[\d,]+ changes? saved$/)
      .first(),
  ).toBeVisible();
  await holdToast(page);
  await expect(dialog(page, 'Error')).toBeHidden();
}

/** The newest change set that contains the text. */
export async function newest(page: Page, text: string): Promise<ChangeSetWithEntries> {
  const response = await page.request.get('./api/changes', { params: { q: text, limit: 1 } });
  const [set] = ((await response.json()) as ChangeSets).changeSets;
  if (!set) throw new Error(`No change of ${text}`);
  return set;
}
