import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import axe from 'axe-core';
import { type ReactNode, StrictMode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { type Locator, userEvent } from 'vitest/browser';
import { theme } from '../../web/lib/theme.ts';
import { runShortcut } from '../../web/ui/keys/runShortcut.ts';
import '../../web/styles.css';

// The environment of a component, and the checks of every component test.

// As `main.tsx` does.
document.addEventListener('keydown', runShortcut);

const address = window.location.href;
let root: Root | undefined;

/** Renders a component on an empty page, between two other focusable elements. */
export function show(part: ReactNode): void {
  document.title = 'A part';
  document.documentElement.lang = 'en';
  const main = document.body.appendChild(document.createElement('main'));
  root = createRoot(main);
  const router = createBrowserRouter([
    {
      path: '*',
      element: (
        <>
          <h1>A part</h1>
          <button type="button">Before</button>
          {part}
          <button type="button">After</button>
        </>
      ),
    },
  ]);
  root.render(
    <StrictMode>
      <MantineProvider theme={theme}>
        <QueryClientProvider client={new QueryClient()}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  );
}

beforeEach(() => {
  vi.spyOn(console, 'error');
  // Another key: Ctrl+Enter at the end of a test and soon in the next one would be a double press.
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'F13', bubbles: true }));
});

afterEach(() => {
  root?.unmount();
  document.body.replaceChildren();
  window.history.replaceState(null, '', address);
  // React reports misuse here, such as a duplicate key or an unknown attribute.
  expect(console.error).not.toHaveBeenCalled();
});

/** Presses keys one after another: 'Tab', 'a', 'Alt+ArrowDown'. */
export async function press(...keys: string[]): Promise<void> {
  for (const key of keys) {
    const [last = '', ...held] = key.split('+').toReversed();
    const down = held.map((one) => `{${one}>}`).join('');
    const up = held.map((one) => `{/${one}}`).join('');
    await userEvent.keyboard(`${down}{${last}}${up}`);
  }
}

/** The label of the focused element, or ''. */
export function focused(): string {
  const { activeElement } = document;
  if (!activeElement || activeElement === document.body) return '';
  const label = activeElement.getAttribute('aria-label') ?? activeElement.textContent;
  return label || ((activeElement as HTMLInputElement).labels?.[0]?.textContent ?? '');
}

export const expectText = (within: Locator, text: string) =>
  expect.poll(() => within.element().textContent).toBe(text);

/** Checks that axe finds nothing. */
export async function expectAccessible(): Promise<void> {
  const { violations } = await axe.run(document.body, { resultTypes: ['violations'] });
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
}
