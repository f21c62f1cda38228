import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Items } from '../../contract/kinds.ts';
import { schoolView } from '../../web/catalog/kinds/school.tsx';
import { Candidates } from '../../web/catalog/relationships/Candidates.tsx';
import { termsQuery } from '../../web/lib/queries.ts';
import { toggled } from '../../web/ui/form/toggled.ts';
import { listShortcuts } from '../../web/ui/keys/listShortcuts.ts';
import { expectAccessible, press, show } from './support.tsx';

// The table of the items that can be related: of one, and of several.

const schools = ['10', '20', '30'].map(
  (schoolCode) => ({ schoolCode, title: `School ${schoolCode}`, version: 1 }) as unknown as Items['school'],
);

function Choosing({ type }: { type: 'radio' | 'checkbox' }) {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  return (
    <Candidates
      view={schoolView}
      type={type}
      chosen={new Set(chosen)}
      related={new Set(['30'])}
      choose={(key) => setChosen(type === 'radio' ? [key] : toggled(chosen, key))}
      term={null}
    />
  );
}

async function showCandidates(type: 'radio' | 'checkbox'): Promise<void> {
  const client = new QueryClient();
  for (const [{ queryKey }, data] of [
    [termsQuery, []],
    [schoolView.listQuery, schools],
  ] as const)
    client.setQueryDefaults(queryKey, { initialData: data, staleTime: Number.POSITIVE_INFINITY });
  show(
    <QueryClientProvider client={client}>
      <Choosing type={type} />
    </QueryClientProvider>,
  );
  await expect.element(page.getByRole('table')).toBeInTheDocument();
}

const rows = () => [...document.querySelectorAll<HTMLElement>('tbody tr')];
const boxes = () => [...document.querySelectorAll<HTMLInputElement>('tbody input')];
const checked = () => boxes().flatMap((box, at) => (box.checked ? at : []));
const focusedRow = () => rows().findIndex((row) => row.contains(document.activeElement));

beforeEach(async () => {
  sessionStorage.clear();
  await page.viewport(1280, 768);
});

for (const type of ['checkbox', 'radio'] as const)
  test(`Up and Down move between the rows of a ${type}, and Space selects the row with the focus`, async () => {
    await showCandidates(type);
    rows()[0]?.focus();
    await press('ArrowDown');
    expect(document.activeElement).toBe(rows()[1]);
    await press(' ');
    await expect.poll(checked).toEqual([1]);
    await press('ArrowUp', ' ');
    await expect.poll(checked).toEqual(type === 'radio' ? [0] : [0, 1]);
    await expectAccessible();
    expect(listShortcuts().flatMap(({ listed }) => listed)).toContainEqual({
      keys: ['Space'],
      label: 'Select',
    });
    await expect.element(page.getByText('↑ ↓ row · Space select')).toBeVisible();
  });

for (const type of ['checkbox', 'radio'] as const)
  test(`from the ${type} itself, the arrow keys move too and select nothing`, async () => {
    await showCandidates(type);
    boxes()[0]?.focus();
    await press('ArrowDown');
    expect(document.activeElement).toBe(boxes()[1]);
    await press('ArrowRight');
    expect(focusedRow()).toBe(1);
    expect(checked()).toEqual([]);
    await press(' ');
    await expect.poll(checked).toEqual([1]);
    await press('ArrowLeft');
    expect(document.activeElement).toBe(rows()[1]);
  });

test('Only a row that is related already is marked, and Space neither selects it nor scrolls the page', async () => {
  await showCandidates('checkbox');
  const marks = boxes().map((box) => box.labels?.[0]?.textContent);
  expect(marks).toEqual(['', '', 'Related']);
  rows()[2]?.focus();
  let isPrevented = false;
  document.addEventListener('keydown', (event) => (isPrevented = event.defaultPrevented), { once: true });
  await press(' ');
  expect(isPrevented).toBe(true);
  expect(checked()).toEqual([]);
});

test('a click on the row, its box or the text beside it selects it once', async () => {
  await showCandidates('checkbox');
  for (const selector of ['td:last-child', 'input', 'label']) {
    const before = boxes()[0]?.checked;
    const clicked = rows()[0]?.querySelector(selector);
    if (clicked) await userEvent.click(clicked, selector === 'label' ? { position: { x: 30, y: 10 } } : {});
    await expect.poll(() => boxes()[0]?.checked).toBe(!before);
  }
});
