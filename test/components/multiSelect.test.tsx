import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { SearchMultiSelect } from '../../web/ui/form/SearchMultiSelect.tsx';
import { expectAccessible, expectText, press, show } from './support.tsx';

// https://www.w3.org/WAI/ARIA/apg/patterns/combobox/, with a multi-selectable list.

const awards = ['BA', 'BFA', 'BS', 'MA', 'MS', 'PhD'];
const options = awards.map((label) => ({ value: `key of ${label}`, label }));

function Awards({ start }: { start: string[] }) {
  const [value, setValue] = useState(start.map((label) => `key of ${label}`));
  return (
    <>
      <SearchMultiSelect label="Award" options={options} value={value} onChange={setValue} />
      <output aria-label="Held">{value.map((one) => one.replace('key of ', '')).join(' ') || 'empty'}</output>
    </>
  );
}

const box = page.getByRole('combobox', { name: 'Award' });
const list = page.getByRole('listbox');
const expectHeld = (text: string) => expectText(page.getByRole('status', { name: 'Held' }), text);
const active = () => document.getElementById(box.element().getAttribute('aria-activedescendant') ?? '');
const expectActive = (label: string | undefined) => expect.poll(() => active()?.textContent).toBe(label);

async function goTo(...start: string[]): Promise<void> {
  show(<Awards start={start} />);
  await expect.element(box).toBeVisible();
  (box.element() as HTMLElement).focus();
}

test('Down moves through the menu from the first option, whatever is chosen; Enter adds it', async () => {
  await goTo('BS', 'MA');
  await press('ArrowDown');
  await expectActive('BA');
  await press('Enter');
  await expectHeld('BS MA BA');
});

test('Up moves through the menu from the last option', async () => {
  await goTo('BA');
  await press('ArrowUp');
  await expectActive('PhD');
});

test('the menu stays open while several are chosen, at the last one chosen', async () => {
  await goTo();
  await press('ArrowDown', 'Enter', 'ArrowDown', 'Enter', 'ArrowDown', 'Enter');
  await expectHeld('BA BFA BS');
  await expect.element(list).toBeVisible();
  await expectActive('BS');
});

test('Enter removes only a chosen option that is highlighted', async () => {
  await goTo('BA', 'BS');
  await press('ArrowDown', 'Enter');
  await expectHeld('BS');
  await press('Escape', 'Alt+ArrowDown', 'Enter', 'Enter');
  await expectHeld('BS');
});

test('choosing an option clears the typed text and shows the whole menu again', async () => {
  await goTo();
  await userEvent.keyboard('ph');
  await expectActive('PhD');
  await press('ArrowDown', 'Enter');
  await expectHeld('PhD');
  await expect.element(box).toHaveValue('');
  await expect.poll(() => page.getByRole('option').all().length).toBe(awards.length);
  await expectActive('PhD');
});

test('Enter on the full name of an option adds it and closes the menu; again removes nothing', async () => {
  await goTo();
  const enter = async () => {
    await userEvent.keyboard('ba');
    await press('Enter');
    await expectHeld('BA');
    await expect.element(box).toHaveValue('');
    await expect.element(list).not.toBeInTheDocument();
  };
  await enter();
  await enter();
});

test('Enter and Tab on a text that several options match choose nothing, keep the text and show a message', async () => {
  await goTo('BA');
  await userEvent.keyboard('b');
  await press('Enter');
  await expect.element(page.getByText('Choose one of 3: BA, BFA, BS')).toBeVisible();
  await expect.element(box).toHaveValue('b');
  await press('Tab');
  await expect.element(box).toHaveValue('b');
  await expect.element(box).toHaveAttribute('aria-invalid', 'true');
  await expectHeld('BA');
});

test('Tab on a text that identifies an option adds it', async () => {
  await goTo('BA');
  await userEvent.keyboard('ph');
  await press('Tab');
  await expectHeld('BA PhD');
  await expect.element(box).toHaveValue('');
});

test('Escape removes all choices once there is no text and no menu', async () => {
  await goTo('BA', 'BS');
  await userEvent.keyboard('b');
  await press('Escape');
  await expectHeld('BA BS');
  await press('Escape');
  await expectHeld('empty');
});

test('Backspace in an empty input removes the last choice, otherwise only a letter', async () => {
  await goTo('BA', 'BS', 'MA');
  await userEvent.keyboard('x');
  await press('Backspace');
  await expectHeld('BA BS MA');
  await press('Backspace');
  await expectHeld('BA BS');
});

test('a held Backspace deletes the text and no choice', async () => {
  await goTo('BA', 'BS');
  await userEvent.keyboard('xy{Backspace>6/}');
  await expect.element(box).toHaveValue('');
  await expectHeld('BA BS');
});

test('clicks choose several; Enter after a click removes none', async () => {
  await goTo();
  await box.click();
  await page.getByRole('option', { name: 'BA', exact: true }).click();
  await page.getByRole('option', { name: 'MS' }).click();
  await expectHeld('BA MS');
  await expect.element(box).toHaveFocus();
  await press('Enter');
  await expectHeld('BA MS');
  await expect.element(list).not.toBeInTheDocument();
});

test('a click elsewhere closes the menu', async () => {
  await goTo();
  await box.click();
  await userEvent.click(page.getByText('A part'));
  await expect.element(list).not.toBeInTheDocument();
});

test('a choice is removed by its own button, which is no tab stop, and the focus moves to the input', async () => {
  await goTo('BA', 'BS');
  await page.getByRole('button', { name: 'Remove BA' }).click();
  await expectHeld('BS');
  await expect.element(box).toHaveFocus();
  await press('Shift+Tab', 'Tab');
  await expect.element(box).toHaveFocus();
  await userEvent.keyboard('ba');
  await press('Enter');
  await expectHeld('BS BA');
});

test('the clear button removes all choices, and the focus stays in the input', async () => {
  await goTo('BA', 'BS');
  await page.getByRole('button', { name: 'Clear Award' }).click();
  await expectHeld('empty');
  await expect.element(box).toHaveFocus();
});

test('the list is marked as multiselectable with its choices; the input lists them too', async () => {
  await goTo('BA', 'MS');
  await expect.element(box).toHaveAccessibleDescription('Selected: BA, MS');
  await press('ArrowDown');
  await expect.element(list).toHaveAttribute('aria-multiselectable', 'true');
  const selected = page.getByRole('option', { selected: true });
  await expect.poll(() => selected.all().map((one) => one.element().textContent)).toEqual(['BA', 'MS']);
  expect(selected.all().every((one) => one.element().querySelector('svg'))).toBe(true);
  await expectAccessible();
});

test('the input exposes its error', async () => {
  show(<SearchMultiSelect label="Award" options={options} value={[]} onChange={() => {}} error="Too few" />);
  await expect.element(box).toHaveAttribute('aria-invalid', 'true');
  await expect.element(box).toHaveAccessibleDescription('Too few');
});

test('the menu stays below the input as it grows', async () => {
  const long = Array.from({ length: 8 }, (_, at) => `An award with quite a long name, number ${at + 1}`);
  function Long() {
    const [value, setValue] = useState<string[]>([]);
    const offered = long.map((label) => ({ value: label, label }));
    return <SearchMultiSelect label="Award" options={offered} value={value} onChange={setValue} />;
  }
  show(<Long />);
  await expect.element(box).toBeVisible();
  (box.element() as HTMLElement).focus();
  await press('ArrowDown', ...long.flatMap(() => ['Enter', 'ArrowDown']));
  await expect.element(page.getByRole('button', { name: /^Remove/ })).toHaveLength(long.length);
  const gap = () => list.element().getBoundingClientRect().top - box.element().getBoundingClientRect().bottom;
  await expect.poll(gap).toBeGreaterThan(0);
});
