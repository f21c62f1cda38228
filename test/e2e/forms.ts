import type { Locator, Page } from '@playwright/test';
import { expect } from './support.ts';

// Finds things on a screen as a user does, by role and label.

export const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

/** A part of a form, by its legend. */
export const part = (page: Page, name: string) => page.getByRole('group', { name, exact: true });

/** A list or panel of a detail screen, by its heading. The table in it has the same name. */
export const section = (page: Page, name: string) =>
  page.getByRole('region', { name: new RegExp(`^${name}`) }).first();

export const toast = (page: Page, text: string) =>
  page.getByRole('status', { name: 'Notifications' }).getByText(text, { exact: true });

/**
 * Keeps the toast with Undo open, because what a test checks before it undoes may take longer than the five seconds of a toast.
 * The pointer stays on it.
 */
export const holdToast = (page: Page) =>
  page.getByRole('status', { name: 'Notifications' }).getByRole('button', { name: 'Undo' }).last().hover();

/** Filters the list by a text, and returns the row with that text. */
export async function rowOf(page: Page, text: string): Promise<Locator> {
  // A user cannot filter behind an open dialog.
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByPlaceholder('Filter results...').fill(text);
  // The rows follow the text a moment later. Until then the row would move under the pointer.
  const others = page.locator('[data-toolbar] ~ section tr[data-at]').filter({ hasNotText: text });
  await expect(others).toHaveCount(0);
  return page.getByRole('row').filter({ hasText: text });
}

/** Opens the dialog for a new item. */
export async function create(page: Page, title: string): Promise<Locator> {
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  const opened = dialog(page, `Create ${title}`);
  await expect(opened).toBeVisible();
  return opened;
}

/** Opens the edit dialog of the item whose row has the text. */
export async function edit(page: Page, title: string, text: string): Promise<Locator> {
  await (await rowOf(page, text)).getByRole('button', { name: 'Edit' }).click();
  const opened = dialog(page, `Edit ${title}`);
  await expect(opened).toBeVisible();
  return opened;
}

export const save = (within: Page | Locator) => within.getByRole('button', { name: 'Save' }).click();

/**
 * Continues after a save or a discard as a user might: to another page by the menu, Back, a reload. Nothing may ask for
 * confirmation (a native dialog fails any test), and no draft may be restored.
 */
export async function expectNoPrompt(page: Page): Promise<void> {
  // The form is gone, so the next page is shown.
  await expect(page.getByRole('button', { name: /^Sav(e|ing)$/ })).toHaveCount(0);
  const heading = page.getByRole('heading', { level: 1 });
  const here = await heading.innerText();
  const isThere = async (name: string) => {
    await expect(heading).toHaveText(name);
    // Shows the text of an unexpected dialog.
    await expect.poll(() => page.getByRole('dialog').allInnerTexts()).toEqual([]);
  };
  await page.getByRole('link', { name: 'Report', exact: true }).click();
  await isThere('Report');
  await page.goBack();
  await isThere(here);
  await page.reload();
  await isThere(here);
  expect(await draftsOf(page)).toEqual([]);
}

/** The names of the drafts that the tab keeps. A browser that stores nothing has none. */
const draftsOf = (page: Page) =>
  page.evaluate(() => {
    try {
      return Object.keys(sessionStorage).filter((name) => name.startsWith('draft:'));
    } catch {
      return [];
    }
  });

/** Fills inputs by label. */
export async function fill(within: Locator, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values))
    await within.getByRole('textbox', { name: label, exact: true }).fill(value);
}

/** Chooses a dropdown option by typing part of its label. */
export async function choose(within: Page | Locator, label: string, text: string): Promise<void> {
  const box = within.getByRole('combobox', { name: label, exact: true });
  await box.fill(text);
  // Before they are loaded, the key would move to none of them.
  await expect(
    within.getByRole('listbox', { name: label, exact: true }).getByRole('option').first(),
  ).toBeVisible();
  await box.press('ArrowDown');
  await box.press('Enter');
  // A multi-select stays open and would cover the elements below.
  await box.press('Alt+ArrowUp');
}

/** Pauses of a double click in ms: none, and long enough for the screen to change before the second click. */
export const pauses = [0, 150, 300];

/** A double click at a fixed position, like a hand that does not move. */
export async function doubleClick(target: Locator, pause: number): Promise<void> {
  const { mouse } = target.page();
  await target.hover();
  for (const clickCount of [1, 2]) {
    await mouse.down({ clickCount });
    await mouse.up({ clickCount });
    await target.page().waitForTimeout(pause);
  }
}

/** Presses Tab, or Shift+Tab, until the target has the focus. */
export async function tabTo(target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 100; presses += 1) {
    await target.page().keyboard.press(key);
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  await expect(target).toBeFocused();
}

/** Presses Control+Enter in each turn of the event loop until a button is gone: also between a response and the next screen. */
export const pressInEachTurn = (of: Locator) =>
  of.evaluate((button) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => {
      if (!button.isConnected) return;
      button.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, bubbles: true, cancelable: true }),
      );
      port2.postMessage(null);
    });
    port1.start();
    port2.postMessage(null);
  });
