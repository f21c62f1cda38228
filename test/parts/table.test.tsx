import { useMemo } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { IconButton } from '../../web/buttons/IconButton.tsx';
import { actionsColumn, type Column } from '../../web/table/column.ts';
import { ResultTable } from '../../web/table/ResultTable.tsx';
import { useSelection } from '../../web/table/useSelection.ts';
import { expectAccessible, expectText, focused, press, show } from './support.tsx';

// https://www.w3.org/WAI/ARIA/apg/patterns/table/ and its sortable table example.

interface Major {
  key: number;
  title: string;
  segment: string;
}

const columns: Column<Major>[] = [
  { id: 'title', header: 'Title', value: ({ title }) => title },
  { id: 'segment', header: 'Segment', value: ({ segment }) => segment },
  actionsColumn(({ title }) => (
    <>
      <IconButton name={`View ${title}`} icon={<svg width={18} height={18} aria-hidden />} />
      <IconButton name={`Edit ${title}`} icon={<svg width={18} height={18} aria-hidden />} />
    </>
  )),
];
const keyOf = ({ key }: Major) => key;

interface Props {
  count: number;
  pageSizes?: readonly number[];
}

function Majors({ count, pageSizes = [3, 5, 0] }: Props) {
  const items = useMemo(() => majors(count), [count]);
  const rowProps = useSelection(keyOf);
  return (
    <ResultTable
      label="Majors"
      columns={columns}
      items={items}
      rowProps={rowProps}
      pageSizes={pageSizes}
      defaultSort={byTitle}
    />
  );
}

const byTitle = [{ id: 'title', desc: false }];
const majors = (count: number): Major[] =>
  Array.from({ length: count }, (_, key) => ({
    key,
    title: `Major ${String(key).padStart(3, '0')}`,
    segment: key % 2 === 0 ? 'G' : 'U',
  }));

const table = page.getByRole('table', { name: 'Majors' });
const headerOf = (name: RegExp) => table.getByRole('columnheader', { name });
const titles = () =>
  [...document.querySelectorAll('tbody tr:not([aria-hidden]) td:first-child')].map(
    (cell) => cell.textContent,
  );
const expectTitles = (...numbers: string[]) =>
  expect.poll(titles).toEqual(numbers.map((number) => `Major ${number}`));
const sorts = () =>
  [...document.querySelectorAll('thead th')].map((header) => header.getAttribute('aria-sort'));
const selected = () =>
  [...document.querySelectorAll('[aria-selected="true"] td:first-child')].map((cell) => cell.textContent);
const buttonOf = (name: string) => page.getByRole('button', { name, exact: true });
const focusOn = (name: string) => (buttonOf(name).element() as HTMLElement).focus();

async function showTable(props: Props = { count: 7 }): Promise<void> {
  show(<Majors {...props} />);
  await expect.element(table).toBeInTheDocument();
}

test('only sortable columns have a button in their header and expose their sort order', async () => {
  await showTable();
  expect(sorts()).toEqual(['ascending', 'none', null]);
  await expect.element(headerOf(/Title/).getByRole('button')).toBeVisible();
  expect(
    headerOf(/Actions/)
      .getByRole('button')
      .all(),
  ).toEqual([]);
});

test('Enter and Space on a header cycle through ascending, descending and unsorted; the focus stays', async () => {
  await showTable();
  const header = headerOf(/Segment/).getByRole('button');
  (header.element() as HTMLElement).focus();
  await press('Enter');
  await expect.poll(sorts).toEqual(['none', 'ascending', null]);
  await expectTitles('000', '002', '004');
  await press(' ');
  await expect.poll(sorts).toEqual(['none', 'descending', null]);
  await expectTitles('001', '003', '005');
  await press('Enter');
  await expect.poll(sorts).toEqual(['ascending', 'none', null]);
  await expect.element(header).toHaveFocus();
});

for (const key of ['Enter', ' '])
  test(`Shift+${key === ' ' ? 'Space' : key} on a header adds its column to the sort order`, async () => {
    await showTable();
    focusOn('Segment');
    await press('Enter');
    await expect.poll(sorts).toEqual(['none', 'ascending', null]);
    focusOn('Title');
    await press(`Shift+${key}`);
    await expect.poll(sorts).toEqual(['ascending', 'ascending', null]);
    await press(`Shift+${key}`);
    await expect.poll(sorts).toEqual(['descending', 'ascending', null]);
    await expectTitles('006', '004', '002');
  });

test('each of several sorted columns exposes its sort priority', async () => {
  await showTable();
  focusOn('Segment');
  await press('Shift+Enter');
  await expect.element(buttonOf('Title')).toHaveAccessibleDescription('sort priority 1 of 2');
  await expect.element(buttonOf('Segment')).toHaveAccessibleDescription('sort priority 2 of 2');
});

test('the table shows how many rows there are, and a message if there are none', async () => {
  await showTable();
  const count = page.getByRole('status');
  await expectText(count, '7 Rows');
  await page.getByRole('searchbox', { name: 'Filter results' }).fill('major 00');
  await expectText(count, '7 Rows');
  await userEvent.keyboard('4');
  await expectText(count, '1 Rows');
  await expectTitles('004');
  await userEvent.keyboard('x');
  await expectText(count, '0 Rows');
  await expect.element(table.getByRole('cell', { name: 'No results found' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Download CSV' })).toBeDisabled();
  await expectAccessible();
});

test('pages can be turned by keyboard, and the focus stays on the button at the last and first page', async () => {
  await showTable();
  focusOn('Next page');
  await press('Enter');
  await expectTitles('003', '004', '005');
  await press('Enter');
  await expectTitles('006');
  await expect.element(buttonOf('Next page')).toBeDisabled();
  await expect.element(buttonOf('Next page')).toHaveFocus();
  await press('Enter');
  await expectTitles('006');
  await press('Shift+Tab', 'Shift+Tab', 'Enter');
  await expectTitles('003', '004', '005');
  await press(' ');
  await expectTitles('000', '001', '002');
  await expect.element(buttonOf('Previous page')).toBeDisabled();
  await expect.element(buttonOf('Previous page')).toHaveFocus();
});

test('the page and the page size are chosen from labelled lists', async () => {
  await showTable();
  await page.getByRole('combobox', { name: 'Page', exact: true }).selectOptions('Page 3 of 3');
  await expectTitles('006');
  await page.getByRole('combobox', { name: 'Rows per page' }).selectOptions('5 per page');
  await expectTitles('000', '001', '002', '003', '004');
});

test('one row at a time is selected, by a click or by focus', async () => {
  await showTable();
  expect(selected()).toEqual([]);
  await table.getByRole('cell', { name: 'Major 001' }).click();
  await expect.poll(selected).toEqual(['Major 001']);
  focusOn('View Major 002');
  await expect.poll(selected).toEqual(['Major 002']);
});

test('Up and Down move from a button to the same button in the next row', async () => {
  await showTable();
  focusOn('Edit Major 000');
  await press('ArrowDown', 'ArrowDown', 'ArrowDown');
  expect(focused()).toBe('Edit Major 002');
  await press('ArrowUp');
  expect(focused()).toBe('Edit Major 001');
  await expect.poll(selected).toEqual(['Major 001']);
});

test('the scrollable area can be reached by keyboard, and has the name of the table', async () => {
  await showTable();
  const scroller = page.getByRole('region', { name: 'Majors' });
  await press('Tab', 'Tab', 'Tab', 'Tab', 'Tab');
  await expect.element(scroller).toHaveFocus();
  await expectAccessible();
});

const all = { count: 500, pageSizes: [0] };
const scroll = (top: number) => document.querySelector('section')?.scrollTo({ top });

test('with all rows on one page, the visible ones expose their index and the total', async () => {
  await showTable(all);
  await expect.element(table).toHaveAttribute('aria-rowcount', '501');
  expect(document.querySelectorAll('tbody tr').length).toBeLessThan(60);
  const indexes = () =>
    [...document.querySelectorAll('tr:not([aria-hidden])')].map((row) => row.getAttribute('aria-rowindex'));
  expect(indexes().slice(0, 3)).toEqual(['1', '2', '3']);
  scroll(36 * 300);
  await expect.element(table.getByRole('cell', { name: 'Major 305' })).toBeVisible();
  expect(document.querySelector('tbody [aria-rowindex="307"] td')?.textContent).toBe('Major 305');
  await expectAccessible();
});

test('a focused row keeps the focus however far it is scrolled out of view', async () => {
  await showTable(all);
  await expect.element(buttonOf('Edit Major 003')).toBeVisible();
  focusOn('Edit Major 003');
  scroll(36 * 300);
  await expect.element(buttonOf('Edit Major 305')).toBeVisible();
  expect(focused()).toBe('Edit Major 003');
  const row = document.querySelector<HTMLElement>('[aria-rowindex="307"]');
  expect(row?.offsetTop).toBe(36 * 306);
  await press('Tab');
  await expect.element(buttonOf('View Major 004')).toHaveFocus();
  await expect.element(buttonOf('View Major 004')).toBeInViewport();
});
