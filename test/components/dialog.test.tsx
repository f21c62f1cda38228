/// <reference types="@vitest/browser-playwright" />
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import { Dialog } from '../../web/ui/popups/Dialog.tsx';
import { Popups } from '../../web/ui/popups/Popups.tsx';
import { dismissPopups, showErrors, showWarnings } from '../../web/ui/popups/popupStore.ts';
import { expectAccessible, focused, press, show } from './support.tsx';

// https://www.w3.org/WAI/ARIA/apg/patterns/dialog-modal/

const opener = page.getByRole('button', { name: 'Open' });
const dialog = page.getByRole('dialog', { name: 'Edit School' });
const expectFocus = (name: string) => expect.poll(focused).toBe(name);

function Opened({ onInside = () => {}, isKept = false }) {
  const [opened, setOpened] = useState(false);
  const [hasMore, setMore] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpened(true)}>
        Open
      </button>
      <Dialog opened={opened} title="Edit School" onClose={() => setOpened(isKept)}>
        <label>
          Title
          <input />
        </label>
        <button type="button" onClick={onInside}>
          Inside
        </button>
        <button type="button" onClick={() => setMore(!hasMore)}>
          More
        </button>
        {hasMore && <p style={{ height: 120 }}>More content</p>}
        <button type="button" onClick={() => showWarnings(['Really?'], () => {})}>
          Ask
        </button>
      </Dialog>
      <Popups anotherUser={null} />
    </>
  );
}

/** Opens the dialog with the keyboard. */
async function open(part = <Opened />): Promise<void> {
  show(part);
  await expect.element(opener).toBeVisible();
  await press('Tab', 'Tab', 'Enter');
  await expect.element(dialog).toBeVisible();
}

afterEach(() => dismissPopups());

test('the focus moves to the first element in the dialog', async () => {
  await open();
  await expectFocus('Title');
});

test('a dialog that closes gives up the focus at once, before the browser draws', async () => {
  show(<Opened />);
  await expect.element(opener).toBeVisible();
  // By a key of the page: no element has the focus to which it could return.
  (document.activeElement as HTMLElement).blur();
  (opener.element() as HTMLElement).click();
  await expectFocus('Title');
  const title = document.activeElement as HTMLElement;
  title.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }));
  await Promise.resolve();
  expect(document.querySelector('dialog:modal')).toBeNull();
  expect(document.activeElement).toBe(document.body);
});

test('the focus stays in the dialog in both directions', async () => {
  await open();
  const reached = new Set<string>();
  const goRound = async (key: string) => {
    for (let presses = 0; presses < 8; presses += 1) {
      await press(key);
      reached.add(focused());
    }
  };
  await goRound('Tab');
  await goRound('Shift+Tab');
  // '' is the browser's own interface, outside the page.
  reached.delete('');
  expect([...reached].toSorted()).toEqual(['Ask', 'Close Edit School', 'Inside', 'More', 'Title']);
});

test('Escape closes the dialog, and the focus returns to the element that opened it', async () => {
  await open();
  await press('Escape');
  await expect.element(dialog).not.toBeInTheDocument();
  await expectFocus('Open');
});

test('the close button closes the dialog, and the focus returns to the element that opened it', async () => {
  await open();
  await page.getByRole('button', { name: 'Close Edit School' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expectFocus('Open');
});

test('a dialog whose owner keeps it open stays open, after any number of Escape keys', async () => {
  await open(<Opened isKept />);
  await press('Escape', 'Escape', 'Escape');
  await expect.element(dialog).toBeVisible();
  await expectFocus('Title');
});

test('content that appears or disappears moves nothing above it', async () => {
  await open();
  const tops = () =>
    [
      dialog,
      dialog.getByRole('heading'),
      dialog.getByLabelText('Title'),
      dialog.getByText('More', { exact: true }),
    ].map((part) => part.element().getBoundingClientRect().top);
  const before = tops();
  await page.getByRole('button', { name: 'More' }).click();
  await expect.element(page.getByText('More content')).toBeVisible();
  expect(tops()).toEqual(before);
  await page.getByRole('button', { name: 'More' }).click();
  await expect.element(page.getByText('More content')).not.toBeInTheDocument();
  expect(tops()).toEqual(before);
});

const motion = (value: 'reduce' | 'no-preference') =>
  cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-reduced-motion', value }] });

test('while it fades out, nothing in it reacts to a click', async () => {
  await motion('no-preference');
  // The fade must not end before it has been looked at.
  const slow = document.head.appendChild(document.createElement('style'));
  slow.textContent = 'dialog:not([open]) { transition-duration: 60s !important }';
  let pressed = 0;
  await open(
    <Opened
      onInside={() => {
        pressed += 1;
      }}
    />,
  );
  const inside = page.getByRole('button', { name: 'Inside' }).element();
  const { left, top } = inside.getBoundingClientRect();
  const hit = () => document.elementFromPoint(left + 5, top + 5);
  expect(hit()).toBe(inside);
  await press('Escape');
  expect(inside.checkVisibility()).toBe(true);
  expect(hit()).not.toBe(inside);
  await press('Enter');
  expect(pressed).toBe(0);
  slow.remove();
  await motion('reduce');
});

test('it is a modal dialog with a label', async () => {
  await open();
  expect(dialog.element().matches(':modal')).toBe(true);
  await expectAccessible();
});

test('a warning above a dialog takes the focus and returns it; Escape leaves the dialog open', async () => {
  await open();
  await page.getByRole('button', { name: 'Ask' }).click();
  const warning = page.getByRole('dialog', { name: 'Warning' });
  await expectFocus('Cancel');
  await press('Escape');
  await expect.element(warning).not.toBeInTheDocument();
  await expect.element(dialog).toBeVisible();
  await expectFocus('Ask');
});

test('the warning popup lists the warnings, and focuses the harmless button', async () => {
  show(<Popups anotherUser={null} />);
  await expect.element(page.getByText('A part')).toBeVisible();
  let gone = false;
  showWarnings(['Are you sure?', 'Quite sure?'], () => {
    gone = true;
  });
  const warning = page.getByRole('dialog', { name: 'Warning' });
  await expect.element(warning).toHaveAccessibleDescription('Are you sure? Quite sure?');
  await expectFocus('Cancel');
  await expectAccessible();
  await press('Tab', 'Enter');
  await expect.element(warning).not.toBeInTheDocument();
  expect(gone).toBe(true);
});

test('a question names its subject, links to the items that it counts, and is canceled by the link', async () => {
  show(<Popups anotherUser={null} />);
  await expect.element(page.getByText('A part')).toBeVisible();
  let response = '';
  showWarnings(
    ['This school is related to 12 degrees, 1 major.'],
    () => {
      response = 'Continue';
    },
    () => {
      response = 'Cancel';
    },
    { subject: '76 Education', links: { degrees: '/school/76#degree', major: '/school/76#major' } },
  );
  const warning = page.getByRole('dialog', { name: 'Warning' });
  await expect
    .element(warning)
    .toHaveAccessibleDescription('76 Education This school is related to 12 degrees, 1 major.');
  await expect
    .element(warning.getByRole('link', { name: '12 degrees' }))
    .toHaveAttribute('href', '/school/76#degree');
  await expectFocus('Cancel');
  await expectAccessible();
  await warning.getByRole('link', { name: '1 major' }).click();
  await expect.element(warning).not.toBeInTheDocument();
  expect(response).toBe('Cancel');
  expect(window.location.hash).toBe('#major');
});

test('a popup with many messages opens at its top, with visible buttons', async () => {
  show(<Popups anotherUser={null} />);
  await expect.element(page.getByText('A part')).toBeVisible();
  showWarnings(
    Array.from({ length: 60 }, (_, at) => `Message ${at}`),
    () => {},
  );
  const warning = page.getByRole('dialog', { name: 'Warning' });
  await expectFocus('Cancel');
  await expect.element(warning.getByText('Message 0')).toBeInViewport();
  await expect.element(warning.getByRole('button', { name: 'Continue' })).toBeInViewport();
  expect(warning.element().scrollTop).toBe(0);
  await press('Escape');
});

test('the error popup lists every error, including two with the same text', async () => {
  show(<Popups anotherUser={null} />);
  await expect.element(page.getByText('A part')).toBeVisible();
  const same = { message: 'It is not known' };
  showErrors([
    { code: 'A', ...same },
    { code: 'B', ...same },
  ]);
  const error = page.getByRole('dialog', { name: 'Error' });
  await expect.element(error).toHaveAccessibleDescription('It is not known It is not known');
  expect(error.getByRole('listitem').all().length).toBe(2);
  await expectFocus('Close');
  await expectAccessible();
  await userEvent.keyboard(' ');
  await expect.element(error).not.toBeInTheDocument();
});
