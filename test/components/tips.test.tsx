import { useState } from 'react';
import { flushSync } from 'react-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { Dialog } from '../../web/ui/popups/Dialog.tsx';
import { TipButton } from '../../web/ui/popups/TipButton.tsx';
import { Toasts } from '../../web/ui/popups/Toasts.tsx';
import { showToast } from '../../web/ui/popups/toastStore.ts';
import { expectAccessible, focused, press, show } from './support.tsx';

// https://www.w3.org/WAI/ARIA/apg/patterns/tooltip/ and
// https://www.w3.org/WAI/WCAG22/Understanding/content-on-hover-or-focus

const button = page.getByRole('button', { name: 'About this' });
const tip = page.getByRole('tooltip');
const about = (
  <TipButton name="About this" tip="It shows something" icon={<svg width={18} height={18} aria-hidden />} />
);

async function showTip(part = about): Promise<void> {
  show(part);
  await expect.element(button).toBeVisible();
}

test('the tip shows immediately on focus, describes the button, and hides on blur', async () => {
  await showTip();
  await press('Tab', 'Tab');
  await expect.element(tip).toBeVisible();
  await expect.element(button).toHaveAccessibleDescription('It shows something');
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

test('Escape closes a tip first, and the dialog around it only at the second Escape', async () => {
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

test('Escape closes a dialog that opens over the button of a tip at once, although the tip is still there', async () => {
  let open = () => {};
  function Over() {
    const [opened, setOpened] = useState(false);
    open = () => flushSync(() => setOpened(true));
    return (
      <>
        {about}
        <Dialog opened={opened} title="Error" onClose={() => setOpened(false)}>
          <button type="button">Close</button>
        </Dialog>
      </>
    );
  }
  await showTip(<Over />);
  await button.hover();
  await expect.element(tip).toBeVisible();
  open();
  const escape = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true });
  document.activeElement?.dispatchEvent(escape);
  await expect.element(page.getByRole('dialog', { name: 'Error' })).not.toBeInTheDocument();
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
  await press('Tab', 'Tab');
  // The focus keeps them open, because axe may take longer than their five seconds.
  await expectAccessible();
  await press('Enter');
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

const shown = page
  .getByRole('status', { name: 'Notifications' })
  .getByText('The school has been successfully added');
const dismiss = page.getByRole('button', { name: 'Dismiss' });

/** Shows a toast above a button that lies in the corner. Advances the time by hand. */
async function showOverButton(): Promise<() => number> {
  let presses = 0;
  show(
    <>
      <button
        type="button"
        style={{ position: 'fixed', top: 0, right: 0, width: 500, height: 200 }}
        onClick={() => {
          presses += 1;
        }}
      >
        Below
      </button>
      <Toasts />
    </>,
  );
  await expect.element(page.getByRole('button', { name: 'Below' })).toBeVisible();
  await page.getByText('A part').hover();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  showToast('The school has been successfully added');
  await expect.element(shown).toBeVisible();
  return () => presses;
}

afterEach(() => {
  vi.useRealTimers();
});

/** Points at the toast, although its events go to the element below. Waits until its timer has stopped. */
async function pointAtToast(): Promise<void> {
  await shown.hover({ force: true });
  await expect.poll(() => vi.getTimerCount()).toBe(0);
}

/** Waits until the timer of a toast runs again, if there is one. */
async function pointElsewhere(): Promise<void> {
  await page.getByText('A part').hover();
  await expect.poll(() => vi.getTimerCount()).toBe(1);
}

test('a toast passes clicks to the element under it, except on its button', async () => {
  const pressesBelow = await showOverButton();
  const { left, top } = shown.element().getBoundingClientRect();
  const hit = document.elementFromPoint(left + 5, top + 5);
  (hit as HTMLElement).click();
  expect(pressesBelow()).toBe(1);
  await dismiss.click();
  await expect.element(shown).not.toBeInTheDocument();
  expect(pressesBelow()).toBe(1);
});

test('a toast stays while it is pointed at, and then for 5 seconds again', async () => {
  await showOverButton();
  await vi.advanceTimersByTimeAsync(4000);
  await pointAtToast();
  await vi.advanceTimersByTimeAsync(60_000);
  await expect.element(shown).toBeVisible();
  await pointElsewhere();
  await vi.advanceTimersByTimeAsync(4900);
  await expect.element(shown).toBeVisible();
  await vi.advanceTimersByTimeAsync(200);
  await expect.element(shown).not.toBeInTheDocument();
});

test('a toast does not move while it is pointed at, even if the actions beside it become wider', async () => {
  await showOverButton();
  const actions = page.getByRole('button', { name: 'Below' }).element() as HTMLElement;
  actions.style.setProperty('anchor-name', '--screen-actions');
  const widen = () => {
    actions.style.width = `${actions.offsetWidth + 100}px`;
  };
  const place = () => shown.element().getBoundingClientRect().left;
  actions.style.width = '100px';
  const before = place();
  widen();
  expect(place()).toBe(before - 100);
  await pointAtToast();
  widen();
  expect(place()).toBe(before - 100);
  await pointElsewhere();
  await expect.poll(place).toBe(before - 200);
});

test('a toast stays while its button has the focus, and then for 5 seconds again', async () => {
  await showOverButton();
  await press('Tab', 'Tab', 'Tab');
  await expect.element(dismiss).toHaveFocus();
  await vi.advanceTimersByTimeAsync(60_000);
  await expect.element(shown).toBeVisible();
  await press('Tab');
  await vi.advanceTimersByTimeAsync(4900);
  await expect.element(shown).toBeVisible();
  await vi.advanceTimersByTimeAsync(200);
  await expect.element(shown).not.toBeInTheDocument();
});

test('toasts that are dismissed while another is paused do not pause the next', async () => {
  await showOverButton();
  await pointAtToast();
  await dismiss.click();
  await expect.element(shown).not.toBeInTheDocument();
  showToast('The school has been successfully added');
  await expect.element(shown).toBeVisible();
  await pointElsewhere();
  await vi.advanceTimersByTimeAsync(5100);
  await expect.element(shown).not.toBeInTheDocument();
});
