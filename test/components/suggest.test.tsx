import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { SuggestInput } from '../../web/ui/form/SuggestInput.tsx';
import { expectAccessible, expectText, press, show } from './support.tsx';

// https://www.w3.org/WAI/ARIA/apg/patterns/combobox/, with a list and manual selection: the text is the value.

const options = ['10 Art', '11 Astronomy', '12 Biology', '20 Botany'].map((label) => ({
  value: label.slice(0, 2),
  label,
}));
const suggest = (text: string) => (text === '' ? [] : options.filter(({ label }) => label.includes(text)));

/** The input in a form that shows its value and what was submitted. */
function Form({ isReadOnly, submitsTyped }: { isReadOnly: boolean; submitsTyped: boolean }) {
  const [value, setValue] = useState('');
  const [saved, setSaved] = useState('nothing');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        setSaved(value);
      }}
    >
      <SuggestInput
        label="Code"
        value={value}
        onChange={setValue}
        suggest={suggest}
        onFocus={() => {}}
        readOnly={isReadOnly}
        submitsTyped={submitsTyped}
      />
      <output aria-label="Saved">{saved}</output>
      <button type="submit">Save</button>
    </form>
  );
}

const box = page.getByRole('combobox', { name: 'Code' });
const list = page.getByRole('listbox');
const expectSaved = (text: string) => expectText(page.getByRole('status', { name: 'Saved' }), text);
const active = () => {
  const id = box.element().getAttribute('aria-activedescendant');
  return id === null ? null : document.getElementById(id)?.textContent;
};
const expectActive = (label: string | null) => expect.poll(active).toBe(label);

async function goTo({ isReadOnly = false, submitsTyped = false } = {}): Promise<void> {
  show(<Form {...{ isReadOnly, submitsTyped }} />);
  await expect.element(box).toBeVisible();
  await press('Tab', 'Tab');
  await expect.element(box).toHaveFocus();
}

test('Typing opens the list and highlights nothing, and Enter saves the text as it is.', async () => {
  await goTo();
  await expect.element(box).toHaveAttribute('aria-expanded', 'false');
  await userEvent.keyboard('1');
  await expect.element(list).toBeVisible();
  await expect.element(box).toHaveAttribute('aria-expanded', 'true');
  await expectActive(null);
  await expectAccessible();
  await press('Enter');
  await expectSaved('1');
});

test('Enter takes the only suggestion without saving, and the next Enter saves', async () => {
  await goTo();
  await userEvent.keyboard('Bio');
  await expect.element(list).toBeVisible();
  await press('Enter');
  await expect.element(box).toHaveValue('12');
  await expect.element(list).not.toBeInTheDocument();
  await expectSaved('nothing');
  await press('Enter');
  await expectSaved('12');
});

test('Enter on a text that is a suggestion closes the list without saving, also between others', async () => {
  await goTo();
  await userEvent.keyboard('10');
  await expect.element(list).toBeVisible();
  await press('Enter');
  await expect.element(box).toHaveValue('10');
  await expect.element(list).not.toBeInTheDocument();
  await expectSaved('nothing');
});

test('Where Enter submits what is typed, it does so beside a suggestion too', async () => {
  await goTo({ submitsTyped: true });
  await userEvent.keyboard('Bio');
  await expect.element(list).toBeVisible();
  await press('Enter');
  await expectSaved('Bio');
});

test('Arrow keys move, Home and End stay with the text, and Enter takes the option without saving.', async () => {
  await goTo();
  await userEvent.keyboard('B');
  await press('ArrowDown');
  await expectActive('12 Biology');
  await press('End');
  await expectActive('12 Biology');
  await press('ArrowDown');
  await expectActive('20 Botany');
  await press('Enter');
  await expect.element(box).toHaveValue('20');
  await expectSaved('nothing');
  await expect.element(list).not.toBeInTheDocument();
  await press('Enter');
  await expectSaved('20');
});

test('Escape closes the list, Alt with an arrow opens and closes it, and no key changes the text.', async () => {
  await goTo();
  await userEvent.keyboard('1');
  await press('ArrowDown', 'Escape');
  await expect.element(list).not.toBeInTheDocument();
  await press('Escape');
  await expect.element(box).toHaveValue('1');
  await press('Alt+ArrowDown');
  await expect.element(list).toBeVisible();
  await press('Alt+ArrowUp');
  await expect.element(list).not.toBeInTheDocument();
  await press('ArrowDown', 'ArrowDown', 'Tab');
  await expect.element(box).toHaveValue('1');
  await expect.element(list).not.toBeInTheDocument();
});

test('A text without suggestions has no list, and letters are typed where the cursor is.', async () => {
  await goTo();
  await userEvent.keyboard('xz');
  await press('ArrowLeft');
  await userEvent.keyboard('y');
  await expect.element(box).toHaveValue('xyz');
  await press('ArrowDown');
  await expect.element(list).not.toBeInTheDocument();
  await expect.element(box).toHaveAttribute('aria-expanded', 'false');
});

test('A read-only input opens nothing.', async () => {
  await goTo({ isReadOnly: true });
  await press('ArrowDown', '1');
  await expect.element(box).toHaveValue('');
  await expect.element(list).not.toBeInTheDocument();
});
