import { useState } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { Dialog } from '../../web/popups/Dialog.tsx';
import { TipButton } from '../../web/popups/TipButton.tsx';
import { Toasts } from '../../web/popups/Toasts.tsx';
import { showToast } from '../../web/popups/toasts.ts';
import { expectAccessible, focused, press, show } from './support.tsx';

// https://www.w3.org/WAI/ARIA/apg/patterns/tooltip/ and https://www.w3.org/WAI/WCAG22/Understanding/content-on-hover-or-focus

const button = page.getByRole('button', { name: 'About this' });
const tip = page.getByRole('tooltip');
const about = (
  <TipButton name="About this" tip="It tells something" icon={<svg width={18} height={18} aria-hidden />} />
);

async function showTip(part = about): Promise<void> {
  show(part);
  await expect.element(button).toBeVisible();
}

test('the tip shows at once on focus, describes the button, and hides on blur', async () => {
  await showTip();
  await press('Tab', 'Tab');
  await expect.element(tip).toBeVisible();
  await expect.element(button).toHaveAccessibleDescription('It tells something');
  expect(focused()).toBe('About this');
  await expectAccessible();
  await press('Tab');
  await expect.element(tip).not.toBeInTheDocument();
});

test('the tip shows on hover, and stays while the pointer is over it', async () => {
  await showTip();
  await button.hover();
  await expect.element(tip).toBeVisible();
  await tip.hover();
  await expect.element(tip).toBeVisible();
  await page.getByText('A part').hover();
  await expect.element(tip).not.toBeInTheDocument();
});

test('Escape closes a tip that was opened by focus', async () => {
  await showTip();
  await press('Tab', 'Tab', 'Escape');
  await expect.element(tip).not.toBeInTheDocument();
  expect(focused()).toBe('About this');
});

test('Escape closes a tip that was opened by hover, wherever the focus is', async () => {
  await showTip();
  await button.hover();
  await expect.element(tip).toBeVisible();
  await press('Escape');
  await expect.element(tip).not.toBeInTheDocument();
});

test('Escape closes a tip first, and the dialog around it only when it is pressed again', async () => {
  function Around() {
    const [opened, setOpened] = useState(true);
    return (
      <Dialog opened={opened} title="Around" onClose={() => setOpened(false)}>
        {about}
      </Dialog>
    );
  }
  await showTip(<Around />);
  await expect.element(tip).toBeVisible();
  await press('Escape');
  await expect.element(tip).not.toBeInTheDocument();
  await expect.element(page.getByRole('dialog')).toBeVisible();
  await press('Escape');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});

test('a tip opened by focus stays when the pointer passes over the button', async () => {
  await showTip();
  await press('Tab', 'Tab');
  await button.hover();
  await page.getByText('A part').hover();
  await new Promise((resolve) => setTimeout(resolve, 200));
  await expect.element(tip).toBeVisible();
});

test('toasts are announced one by one, politely, and can be dismissed by keyboard', async () => {
  show(<Toasts />);
  const toasts = page.getByRole('status', { name: 'Notifications' });
  await expect.element(toasts).toBeInTheDocument();
  showToast('The school has been successfully added');
  showToast('The school has been successfully updated');
  await expect.element(toasts.getByText('The school has been successfully updated')).toBeVisible();
  // Otherwise the toasts already shown would be announced again.
  await expect.element(toasts).toHaveAttribute('aria-atomic', 'false');
  await expectAccessible();
  await press('Tab', 'Tab', 'Enter');
  await expect.poll(() => toasts.getByRole('button', { name: 'Dismiss' }).all().length).toBe(1);
  await press('Tab', 'Enter');
  await expect.element(toasts).toBeEmptyDOMElement();
});

test('the focus is not lost when a focused toast closes', async () => {
  show(<Toasts />);
  const toasts = page.getByRole('status', { name: 'Notifications' });
  await expect.element(toasts).toBeInTheDocument();
  showToast('The school has been successfully added');
  await expect.element(toasts.getByRole('button')).toBeVisible();
  await press('Tab', 'Tab', 'Enter');
  await expect.element(toasts).toHaveFocus();
  await press('Tab');
  expect(focused()).toBe('After');
});
