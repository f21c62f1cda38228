import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { AddRelationship } from '../../web/itemPage/AddRelationship.tsx';
import { expectAccessible, focused, press, show } from './support.tsx';

// https://www.w3.org/WAI/ARIA/apg/patterns/menu-button/

const titles = ['Degree', 'Department', 'Major'];
const button = page.getByRole('button', { name: 'Add Relationship to' });
const menu = page.getByRole('menu');
const expectFocus = (name: string) => expect.poll(focused).toBe(name);

beforeEach(async () => {
  show(<AddRelationship choices={titles.map((label) => ({ label, to: `/${label}` }))} />);
  await expect.element(button).toBeVisible();
  await press('Tab', 'Tab');
});

for (const key of ['Enter', ' ', 'ArrowDown'])
  test(`${key === ' ' ? 'Space' : key} opens the menu at its first item`, async () => {
    await press(key);
    await expectFocus('Degree');
  });

test('ArrowUp opens the menu at its last item', async () => {
  await press('ArrowUp');
  await expectFocus('Major');
});

test('Down and Up wrap around, Home and End go to the first and the last', async () => {
  await press('Enter', 'ArrowDown');
  await expectFocus('Department');
  await press('ArrowDown', 'ArrowDown');
  await expectFocus('Degree');
  await press('ArrowUp');
  await expectFocus('Major');
  await press('Home');
  await expectFocus('Degree');
  await press('End');
  await expectFocus('Major');
});

test('a letter moves to the next item that starts with it', async () => {
  await press('Enter', 'd');
  await expectFocus('Department');
  await press('D');
  await expectFocus('Degree');
  await press('m');
  await expectFocus('Major');
  await press('x');
  await expectFocus('Major');
});

test('Escape closes the menu and returns the focus', async () => {
  await press('Enter', 'Escape');
  await expect.element(menu).not.toBeInTheDocument();
  await expectFocus('Add Relationship to');
});

test('Tab closes the menu and moves on', async () => {
  await press('Enter', 'Tab');
  await expect.element(menu).not.toBeInTheDocument();
  await expectFocus('After');
});

test('Shift+Tab closes the menu and moves back', async () => {
  await press('Enter', 'ArrowDown', 'Shift+Tab');
  await expect.element(menu).not.toBeInTheDocument();
  await expectFocus('Add Relationship to');
});

for (const key of ['Enter', ' '])
  test(`${key === ' ' ? 'Space' : key} follows an item`, async () => {
    await press('Enter', 'ArrowDown', key);
    await expect.poll(() => window.location.pathname).toBe('/Department');
  });

test('a click on the button opens the menu and closes it, and so does a click elsewhere', async () => {
  await button.click();
  await expect.element(menu).toBeVisible();
  await button.click();
  await expect.element(menu).not.toBeInTheDocument();
  await button.click();
  await userEvent.click(page.getByText('A part'));
  await expect.element(menu).not.toBeInTheDocument();
});

test('the button exposes its menu and whether it is open; the menu has the same name', async () => {
  await expect.element(button).toHaveAttribute('aria-haspopup', 'menu');
  await expect.element(button).toHaveAttribute('aria-expanded', 'false');
  await press('Enter');
  await expect.element(button).toHaveAttribute('aria-expanded', 'true');
  await expect.element(page.getByRole('menu', { name: 'Add Relationship to' })).toBeVisible();
  expect(page.getByRole('menuitem').all().length).toBe(titles.length);
  await expectAccessible();
});
