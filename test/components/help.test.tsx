import { useState } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { flag, text } from '../../contract/fields.ts';
import { form } from '../../contract/form.ts';
import { FieldGrid, Flags } from '../../web/ui/form/FieldGrid.tsx';
import { plainFieldsOf } from '../../web/ui/form/fields.tsx';
import { FormStateProvider, useFormState } from '../../web/ui/form/formState.ts';
import { inputValues } from '../../web/ui/form/inputValues.ts';
import { Dialog } from '../../web/ui/popups/Dialog.tsx';
import { expectAccessible, focused, press, show } from './support.tsx';

const aForm = form('MAJOR', {
  cipCode: text('CIP Code', 7),
  title: text('Title', 9),
  active: flag('Active', true),
});
const F = plainFieldsOf(aForm, (name) =>
  name === 'title' ? undefined : { text: `What ${name} means.`, source: 'A guide' },
);

function AForm() {
  const { state } = useFormState(aForm, inputValues(aForm, {}), undefined);
  return (
    <FormStateProvider value={state}>
      <FieldGrid>
        <F.Text name="cipCode" />
        <F.Text name="title" />
        <Flags>
          <F.Flag name="active" />
        </Flags>
      </FieldGrid>
    </FormStateProvider>
  );
}

function InDialog() {
  const [opened, setOpened] = useState(true);
  return (
    <Dialog opened={opened} title="A dialog" onClose={() => setOpened(false)}>
      <AForm />
    </Dialog>
  );
}

const box = page.getByRole('textbox', { name: 'CIP Code' });
const button = page.getByTitle(/^About CIP Code/);
const help = page.getByText('What cipCode means.');

test('the button shows and hides the meaning of the field and its source', async () => {
  show(<AForm />);
  await button.click();
  await expect.element(help).toBeVisible();
  await expect.element(page.getByText('Source: A guide')).toBeVisible();
  await expect.element(button).toHaveAttribute('aria-expanded', 'true');
  await expectAccessible();
  await button.click();
  await expect.element(help).not.toBeInTheDocument();
});

test('the help appears in a live region that was there before', async () => {
  show(<AForm />);
  await expect.element(button).toBeVisible();
  const region = document.querySelector('[aria-live="polite"]');
  await button.click();
  await expect.element(help).toBeVisible();
  expect(region?.contains(help.element())).toBe(true);
});

test('the focus stays in the field when its button is clicked', async () => {
  show(<AForm />);
  await box.fill('01');
  await button.click();
  await expect.element(help).toBeVisible();
  await expect.element(box).toHaveFocus();
});

test('F1 in a field shows and hides its help', async () => {
  show(<AForm />);
  await box.click();
  await press('F1');
  await expect.element(help).toBeVisible();
  await expect.element(box).toHaveFocus();
  await press('F1');
  await expect.element(help).not.toBeInTheDocument();
});

test('the buttons are no tab stops, and the help closes when the focus leaves the field', async () => {
  show(<AForm />);
  await box.click();
  await press('F1');
  await expect.element(help).toBeVisible();
  await press('Tab');
  expect(focused()).toBe('Title');
  await expect.element(help).not.toBeInTheDocument();
  await press('Tab');
  expect(focused().trim()).toBe('Active');
  await press('F1');
  await expect.element(page.getByText('What active means.')).toBeVisible();
});

test('Escape closes only the help, and then the dialog', async () => {
  show(<InDialog />);
  const dialog = page.getByRole('dialog', { name: 'A dialog' });
  await box.click();
  await press('F1');
  await expect.element(help).toBeVisible();
  await expectAccessible();
  await press('Escape');
  await expect.element(help).not.toBeInTheDocument();
  await expect.element(dialog).toBeVisible();
  await press('Escape');
  await expect.element(dialog).not.toBeInTheDocument();
});

test('a click elsewhere closes the help, and a click on it does not', async () => {
  show(<AForm />);
  await button.click();
  await help.click();
  await expect.element(help).toBeVisible();
  await page.getByRole('heading', { name: 'A part' }).click();
  await expect.element(help).not.toBeInTheDocument();
});

test('a field without an official meaning has no button', async () => {
  show(<AForm />);
  await expect.element(button).toBeVisible();
  expect(page.getByTitle(/^About Title/).elements()).toEqual([]);
});
