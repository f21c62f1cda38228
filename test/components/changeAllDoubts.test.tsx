import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Items } from '../../contract/kinds.ts';
import { majorView } from '../../web/catalog/kinds/major.tsx';
import { cipCodesQuery, meQuery, termsQuery } from '../../web/lib/queries.ts';
import { ChangeAllScreen } from '../../web/proposals/changeAll/ChangeAllScreen.tsx';
import { expectAccessible, focused, show } from './support.tsx';

// 'Change all N…': items that have ended, and codes that several items have.

// Before the modules that read it.
vi.hoisted(() => {
  const meta = document.createElement('meta');
  meta.name = 'running-term';
  meta.content = '202592';
  document.head.append(meta);
});

const major = (
  majorKey: number,
  majorCode: string,
  majorSegment: 'U' | 'G' | 'M',
  endTermYyyyst: string | null = null,
) =>
  ({
    majorKey,
    majorCode,
    majorSegment,
    campusIndicator: 'G',
    title20: `Title ${majorKey}`,
    title7: null,
    titleLong: null,
    sortCode: null,
    academicYearApproved: null,
    startTermYyyyst: null,
    endTermYyyyst,
    active: true,
    version: 1,
  }) as unknown as Items['major'];

const majors = [
  major(1, '201', 'U'),
  major(2, '201', 'G'),
  major(3, '205', 'U', '201914'),
  major(4, '345', 'U'),
];
const shared = [...majors, major(5, '301', 'G'), major(6, '301', 'M')];

function showMajors(query = '', all = majors): void {
  window.history.replaceState(null, '', `${window.location.pathname}?${query}`);
  const client = new QueryClient();
  for (const [{ queryKey }, data] of [
    [termsQuery, [{ termYyyyst: '201914', termLetterYear: 'S19' }]],
    [cipCodesQuery, [{ code: '11.0701', title: 'Computer Science' }]],
    [majorView.listQuery, all],
  ] as const)
    client.setQueryDefaults(queryKey, { initialData: data, staleTime: Number.POSITIVE_INFINITY });
  client.setQueryData(meQuery.queryKey, undefined);
  show(
    <QueryClientProvider client={client}>
      <ChangeAllScreen view={majorView} />
    </QueryClientProvider>,
  );
}

const heading = (text: string) => page.getByRole('heading', { name: text, exact: true });
const row = (name: string) => page.getByRole('checkbox', { name: new RegExp(`^major ${name}`) });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const expectSelected = (...keys: number[]) =>
  expect
    .poll(() =>
      shared
        .map(({ majorKey }) => majorKey)
        .filter((key) => {
          const boxes = [...document.querySelectorAll<HTMLInputElement>('tbody input[type="checkbox"]')];
          return boxes.find((one) => one.closest('tr')?.textContent.includes(`Title ${key}`))?.checked;
        }),
    )
    .toEqual(keys);

beforeEach(() => sessionStorage.clear());

test('items that have ended are marked, counted and left out, and can be included', async () => {
  showMajors();
  await expect.element(page.getByText('1 of 4 has ended, and is left out.')).toBeVisible();
  await expect.element(row('205 U')).toHaveAccessibleName(/, Ended S19$/);
  await expect.element(page.getByRole('table').getByText('Ended S19', { exact: true })).toBeVisible();
  await expect.element(heading('Change 3 of 4 majors')).toBeVisible();
  await expectSelected(1, 2, 4);
  await expectAccessible();
  await userEvent.click(button('Include them'));
  await expect.element(page.getByText('1 of 4 has ended, and would change too.')).toBeVisible();
  await expect.element(heading('Change all 4 majors')).toBeVisible();
  await expectSelected(1, 2, 3, 4);
  expect(new URLSearchParams(window.location.search).get('skip')).toBe('');
  await userEvent.click(button('Leave them out'));
  await expectSelected(1, 2, 4);
});

test('a single item that has ended is not called all', async () => {
  showMajors('found=205');
  await expect.element(page.getByText('This major has ended, and would change too.')).toBeVisible();
  await expect.element(row('205 U')).toBeChecked();
  await expect.element(page.getByRole('checkbox', { name: /^All / })).not.toBeInTheDocument();
  await expect.element(heading('Change 1 major')).toBeVisible();
});

test('a bare code of two majors is asked about, and the choice is one click', async () => {
  showMajors('codes=201,345');
  await expect
    .element(
      page.getByText('Several majors have the code 201. None of them is selected yet. Which do you mean?'),
    )
    .toBeVisible();
  await expectSelected(4);
  await expect.element(heading('Change 1 of 3 majors')).toBeVisible();
  await expectAccessible();
  await userEvent.click(button('Graduate'));
  await expectSelected(2, 4);
  await expect.element(heading('Change 2 of 3 majors')).toBeVisible();
  await expect.poll(focused).toBe('1 major selected for the code that several have.');
});

test('the second question changes only the codes that it names', async () => {
  showMajors('codes=201,301', shared);
  await expect.element(page.getByText(/the code 201, 301\./)).toBeVisible();
  await userEvent.click(button('Undergraduate'));
  await expectSelected(1);
  await expect.element(page.getByText(/the code 301\./)).toBeVisible();
  await expect.element(button('Undergraduate')).not.toBeInTheDocument();
  await userEvent.click(button('Graduate'));
  await expectSelected(1, 5);
});

test('a row that is selected responds to the question, and a code with its segment needs none', async () => {
  showMajors('codes=201');
  await expectSelected();
  await userEvent.click(row('201 U'));
  await expect.element(page.getByText('Which do you mean?')).not.toBeInTheDocument();
  await expectSelected(1);
  document.body.replaceChildren();
  showMajors('codes=201+U');
  await expect.element(heading('Change 1 major')).toBeVisible();
});
