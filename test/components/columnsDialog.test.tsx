import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ColumnsDialog } from '../../web/ui/table/columnsDialog/ColumnsDialog.tsx';
import { press, show } from './support.tsx';

const all = [
  ['title', 'Title'],
  ['ucDiscipline', 'UC Disc'],
  ['oldCip', 'Former CIP'],
  ['cipCode', 'CIP Code'],
  ['hegisCode', 'HEGIS Code'],
  ['active', 'Active'],
].map(([id = '', header = '']) => ({ id, header }));

const find = page.getByRole('searchbox', { name: 'Find a column' });
const boxes = () =>
  page
    .getByRole('checkbox')
    .elements()
    .map((box) => (box as HTMLInputElement).labels?.[0]?.textContent);

async function open(): Promise<void> {
  const shown = ['title', 'ucDiscipline'];
  show(
    <ColumnsDialog opened all={all} shown={shown} isChosen={false} onClose={() => {}} onApply={() => {}} />,
  );
  await expect.element(find).toHaveFocus();
}

test('the best match comes first: the name, its beginning, the beginning of a word, then any part', async () => {
  await open();
  await userEvent.keyboard('cip');
  await expect.poll(boxes).toEqual(['CIP Code', 'Former CIP', 'UC Disc']);
  await press('Tab');
  await userEvent.keyboard(' ');
  await expect.element(page.getByRole('checkbox', { name: 'CIP Code' })).toBeChecked();
});

test('while the text filters, no button moves', async () => {
  await open();
  const places = () =>
    [find, page.getByRole('button', { name: 'Cancel' })].map(
      (part) => part.element().getBoundingClientRect().top,
    );
  const before = places();
  await userEvent.keyboard('hegis');
  await expect.poll(boxes).toEqual(['HEGIS Code']);
  expect(places()).toEqual(before);
  await userEvent.keyboard('x');
  await expect.element(page.getByText('No column has this name.')).toBeVisible();
  expect(places()).toEqual(before);
});

test('Enter in the text shows the first column that it finds, and only without a text applies', async () => {
  const applied: unknown[] = [];
  const apply = (ids: unknown) => applied.push(ids);
  show(
    <ColumnsDialog
      opened
      all={all}
      shown={['title']}
      isChosen={false}
      onClose={() => applied.push('closed')}
      onApply={apply}
    />,
  );
  await expect.element(find).toHaveFocus();
  await press('Enter');
  expect(applied).toEqual(['closed']);
  await userEvent.keyboard('cip');
  await press('Enter');
  await expect.element(page.getByRole('checkbox', { name: 'CIP Code' })).toBeChecked();
  await expect.element(find).toHaveFocus();
  expect(applied).toEqual(['closed']);
  await userEvent.fill(find, '');
  await press('Enter');
  expect(applied).toEqual(['closed', ['title', 'cipCode']]);
});
