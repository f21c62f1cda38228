import { useMemo, useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { IconButton } from '../../web/ui/buttons/IconButton.tsx';
import { actionsColumn, type Column, withoutLinks } from '../../web/ui/table/column.ts';
import { ResultTable } from '../../web/ui/table/ResultTable.tsx';
import { useSelection } from '../../web/ui/table/useSelection.ts';
import { expectAccessible, expectText, focused, press, show } from './support.tsx';

// https://www.w3.org/WAI/ARIA/apg/patterns/table/ and its sortable table example.

interface Major {
  key: number;
  title: string;
  segment: string;
}

const columns: Column<Major>[] = [
  { id: 'title', header: 'Title', value: ({ title }) => title, to: ({ key }) => `/major/${key}` },
  { id: 'segment', header: 'Segment', value: ({ segment }) => segment },
];
/** Stubs of the delete question and of the form. */
const asked: string[] = [];
const withActions = (remove: (major: Major) => void): Column<Major>[] => [
  ...columns,
  actionsColumn((major) => (
    <>
      <IconButton
        name={`Edit ${major.title}`}
        aria-keyshortcuts="E"
        icon={<svg width={18} height={18} aria-hidden />}
        onClick={() => asked.push(`Edit ${major.title}`)}
      />
      <IconButton
        name={`Delete ${major.title}`}
        aria-keyshortcuts="Delete"
        icon={<svg width={18} height={18} aria-hidden />}
        onClick={() => remove(major)}
      />
    </>
  )),
];
const keyOf = ({ key }: Major) => key;

interface Props {
  count: number;
  pageSizes?: readonly number[];
}

function Majors({ count, pageSizes = [3, 5, 0] }: Props) {
  const [items, setItems] = useState(() => majors(count));
  const rowProps = useSelection(keyOf);
  return (
    <ResultTable
      label="Majors"
      columns={useMemo(
        () => withActions((gone) => setItems((now) => now.filter((major) => major !== gone))),
        [],
      )}
      items={items}
      keyOf={keyOf}
      rowProps={rowProps}
      pageSizes={pageSizes}
      defaultSort={byTitle}
    />
  );
}

/** The table of users who may not open majors: only the row itself is focusable. */
const OnlyTexts = () => (
  <ResultTable label="Majors" columns={withoutLinks(columns)} items={few} keyOf={keyOf} />
);

const byTitle = [{ id: 'title', desc: false }];
const majors = (count: number): Major[] =>
  Array.from({ length: count }, (_, key) => ({
    key,
    title: `Major ${String(key).padStart(3, '0')}`,
    segment: key % 2 === 0 ? 'G' : 'U',
  }));

const few = majors(3);

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

// A table stores the last focused row in its tab.
beforeEach(async () => {
  sessionStorage.clear();
  // Wide enough to show the whole toolbar.
  await page.viewport(1280, 768);
});

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

test('the table shows its number of rows, and a message if there are none', async () => {
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

test('the page and the page size are chosen from labeled lists', async () => {
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
  focusOn('Edit Major 002');
  await expect.poll(selected).toEqual(['Major 002']);
});

/** Presses Tab from the element before the table's rows: the scrollable area around them. */
async function tabToRows(): Promise<void> {
  document.querySelector('section')?.focus();
  // The headers of the two sortable columns come first.
  await press('Tab', 'Tab', 'Tab');
}

test('all rows are a single tab stop, the link of the first row', async () => {
  await showTable();
  await tabToRows();
  expect(focused()).toBe('Major 000');
  await press('Tab');
  expect(focused()).toBe('Rows per page');
  await press('Shift+Tab');
  expect(focused()).toBe('Major 000');
  await expectAccessible();
});

test('Up and Down move from row to row, and stop at the first and the last', async () => {
  await showTable();
  await tabToRows();
  await press('ArrowDown', 'ArrowDown', 'ArrowDown');
  expect(focused()).toBe('Major 002');
  await press('ArrowUp');
  expect(focused()).toBe('Major 001');
  await expect.poll(selected).toEqual(['Major 001']);
  // Tab leaves the rows and comes back to the same row.
  await press('Tab', 'Shift+Tab');
  expect(focused()).toBe('Major 001');
});

test('Left and Right move within a row; Up and Down then keep to the same action', async () => {
  await showTable();
  await tabToRows();
  await press('ArrowRight', 'ArrowRight', 'ArrowRight');
  expect(focused()).toBe('Delete Major 000');
  await press('ArrowDown');
  expect(focused()).toBe('Delete Major 001');
  await press('ArrowLeft', 'ArrowLeft', 'ArrowLeft');
  expect(focused()).toBe('Major 001');
});

test('Home and End move to the first and the last row, the page keys by the visible rows', async () => {
  await showTable({ count: 90, pageSizes: [90] });
  await tabToRows();
  await press('End');
  expect(focused()).toBe('Major 089');
  await press('Home');
  expect(focused()).toBe('Major 000');
  await press('PageDown');
  const moved = Number(focused().slice(-3));
  expect(moved).toBeGreaterThan(5);
  expect(moved).toBeLessThan(25);
  await press('PageDown', 'PageUp');
  expect(focused()).toBe(`Major ${String(moved).padStart(3, '0')}`);
  await press('PageUp', 'PageUp');
  expect(focused()).toBe('Major 000');
});

test('Enter follows the link of the row, E edits and Delete deletes, only while the focus is in a row', async () => {
  await showTable();
  await press('e', 'Delete');
  expect(asked).toEqual([]);
  await tabToRows();
  await press('ArrowDown', 'e');
  expect(asked.splice(0)).toEqual(['Edit Major 001']);
  // With a modifier it is a shortcut of the browser.
  await press('Control+e');
  expect(asked).toEqual([]);
  await press('Delete');
  await expectTitles('000', '002', '003');
  await press('Enter');
  await expect.poll(() => window.location.pathname).toBe('/major/2');
});

test('when the focused row is deleted, the focus moves to the next row, else to the last row', async () => {
  await showTable({ count: 4, pageSizes: [0] });
  await tabToRows();
  await press('ArrowDown', 'Delete');
  await expectTitles('000', '002', '003');
  expect(focused()).toBe('Major 002');
  await press('ArrowDown', 'Delete');
  await expectTitles('000', '002');
  expect(focused()).toBe('Major 002');
  await press('Delete', 'Delete');
  await expectText(page.getByRole('status'), '0 Rows');
  await expect.element(page.getByRole('region', { name: 'Majors' })).toHaveFocus();
});

test('after sorting, filtering or turning the page the tab stop is the first row, or the same item', async () => {
  await showTable();
  await tabToRows();
  await press('ArrowDown');
  focusOn('Next page');
  await press('Enter');
  await expectTitles('003', '004', '005');
  await tabToRows();
  expect(focused()).toBe('Major 003');
  await press('ArrowDown');
  await page.getByRole('searchbox', { name: 'Filter results' }).fill('004');
  await expectTitles('004');
  await expect.poll(() => window.location.search).toContain('q=004');
  await page.getByRole('searchbox', { name: 'Filter results' }).fill('');
  await expectTitles('000', '001', '002');
  await tabToRows();
  expect(focused()).toBe('Major 000');
});

test('a click in a row moves the keyboard focus there', async () => {
  await showTable();
  await table.getByRole('cell', { name: 'G', exact: true }).first().click();
  await press('ArrowDown');
  expect(focused()).toBe('Major 001');
});

test('rows without controls are focusable as a whole', async () => {
  show(<OnlyTexts />);
  await expect.element(table).toBeInTheDocument();
  await tabToRows();
  await press('ArrowDown', 'ArrowDown');
  expect(document.activeElement?.textContent).toBe('Major 002G');
  await press('Enter', 'e', 'Delete', 'Tab');
  expect(focused()).toBe('Rows per page');
  await expectAccessible();
});

test('a slash focuses the filter, Down from there the rows', async () => {
  await showTable();
  const filter = page.getByRole('searchbox', { name: 'Filter results' });
  await userEvent.keyboard('/');
  await expect.element(filter).toHaveFocus();
  await userEvent.keyboard('/004');
  await expect.element(filter).toHaveValue('/004');
  await press('Home', 'Delete');
  await expectTitles('004');
  await press('ArrowDown');
  expect(focused()).toBe('Major 004');
});

test('the filter finds words in any order, and marks them', async () => {
  await showTable({ count: 20, pageSizes: [0] });
  const filter = page.getByRole('searchbox', { name: 'Filter results' });
  await filter.fill('  U major 01 ');
  await expectTitles('001', '011', '013', '015', '017', '019');
  const marks = [...document.querySelectorAll('tbody tr:nth-child(2) mark')];
  expect(marks.map(({ textContent }) => textContent)).toEqual(['Major', '01', 'U']);
  await expectAccessible();
  await filter.fill('');
  await expect.poll(() => document.querySelectorAll('mark').length).toBe(0);
});

test('the scrollable area can be reached by keyboard, and has the name of the table', async () => {
  await showTable();
  const scroller = page.getByRole('region', { name: 'Majors' });
  await press('Tab', 'Tab', 'Tab', 'Tab', 'Tab', 'Tab');
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

test('a focused row keeps the focus, however far it is scrolled out of view', async () => {
  await showTable(all);
  await expect.element(buttonOf('Edit Major 003')).toBeVisible();
  focusOn('Edit Major 003');
  scroll(36 * 300);
  await expect.element(buttonOf('Edit Major 305')).toBeVisible();
  expect(focused()).toBe('Edit Major 003');
  const row = document.querySelector<HTMLElement>('[aria-rowindex="307"]');
  expect(row?.offsetTop).toBe(36 * 306);
  await press('ArrowDown');
  await expect.element(buttonOf('Edit Major 004')).toHaveFocus();
  await expect.element(buttonOf('Edit Major 004')).toBeInViewport();
});

test('with all rows on one page the keys reach rows that are far away', async () => {
  await showTable(all);
  await tabToRows();
  await press('End');
  await expect.poll(focused).toBe('Major 499');
  await press('PageUp');
  await expect.poll(focused).toMatch(/Major 4[78]\d/);
  await press('Home', 'ArrowDown');
  await expect.poll(focused).toBe('Major 001');
  await expect.element(page.getByRole('link', { name: 'Major 001' })).toBeInViewport();
  await press('Delete');
  await expect.poll(focused).toBe('Major 002');
  scroll(36 * 300);
  await expect.element(buttonOf('Edit Major 305')).toBeVisible();
  await press('Tab', 'Shift+Tab');
  await expect.poll(focused).toBe('Major 002');
});

test.for([
  [undefined, 'export'],
  ['schools', 'schools'],
] as const)('the download of a table named %j is the file %s', async ([name, file]) => {
  const files: string[] = [];
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function press(
    this: HTMLAnchorElement,
  ) {
    files.push(this.download);
  });
  show(
    <ResultTable
      label="Majors"
      columns={columns}
      items={majors(1)}
      {...(name ? { exportName: name } : {})}
    />,
  );
  await userEvent.click(page.getByRole('button', { name: 'Download CSV' }));
  await userEvent.click(page.getByRole('button', { name: 'Excel' }));
  await expect.poll(() => files).toEqual([`${file}.csv`, `${file}.xlsx`]);
  click.mockRestore();
});

/** A table in which every third row has a secondary row. */
function WithSecondaryRow({ count, pageSizes }: Required<Props>) {
  const [items] = useState(() => majors(count));
  return (
    <ResultTable
      label="Majors"
      columns={columns}
      secondaryRow={secondaryColumn}
      items={items}
      keyOf={keyOf}
      pageSizes={pageSizes}
    />
  );
}
const secondaryColumn: Column<Major> = {
  id: 'secondary',
  header: 'Note',
  value: ({ key, title }) => (key % 3 === 0 ? `There is no term for ${title}` : null),
};
const rowTexts = () =>
  [...document.querySelectorAll('tbody tr:not([aria-hidden])')].map((row) => row.textContent);

test('a row may have a secondary row, which the filter finds and the keys skip', async () => {
  show(<WithSecondaryRow count={4} pageSizes={[50]} />);
  await expect
    .poll(rowTexts)
    .toEqual([
      'Major 000G',
      'There is no term for Major 000',
      'Major 001U',
      'Major 002G',
      'Major 003U',
      'There is no term for Major 003',
    ]);
  await expectText(page.getByRole('status'), '4 Rows');
  await expectAccessible();
  (document.querySelector('tbody a') as HTMLElement).focus();
  await press('ArrowDown');
  await expect.poll(focused).toBe('Major 001');
  await press('End');
  await expect.poll(focused).toBe('Major 003');
  await page.getByRole('searchbox', { name: 'Filter results' }).fill('no term');
  await expectText(page.getByRole('status'), '2 Rows');
  await expect.poll(() => document.querySelectorAll('mark').length).toBeGreaterThan(0);
});

test('with thousands of rows, some with a secondary row, each is at its scroll position', async () => {
  show(<WithSecondaryRow count={3_000} pageSizes={[0]} />);
  await expect.element(table).toHaveAttribute('aria-rowcount', '3001');
  const scroller = document.querySelector('section') as HTMLElement;
  // 3,000 rows and 1,000 secondary rows below the header.
  await expect.poll(() => scroller.scrollHeight).toBe(36 * 4_001);
  scroller.scrollTop = 36 * 2_000;
  await expect.poll(rowTexts).toContain('There is no term for Major 1500');
  const top = () => {
    const row = [...document.querySelectorAll('tr[data-at]')].find(
      (one) => one.textContent === 'Major 1500G',
    );
    return row && Math.round(row.getBoundingClientRect().top - scroller.getBoundingClientRect().top);
  };
  // Below the header and the frame.
  await expect.poll(top).toBe(36 + 1);
  (document.querySelector('tr[data-at] a') as HTMLElement).focus();
  await press('End');
  await expect.poll(focused).toBe('Major 2999');
});
