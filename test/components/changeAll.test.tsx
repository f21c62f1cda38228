import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type ItemKind, itemKinds } from '../../contract/kinds.ts';
import { editFormOf } from '../../web/catalog/items/editForm.ts';
import { itemViews } from '../../web/catalog/kinds/kinds.ts';
import { awardTypesQuery, cipCodesQuery, meQuery, termsQuery } from '../../web/lib/queries.ts';
import { ChangeAllScreen } from '../../web/proposals/changeAll/ChangeAllScreen.tsx';
import { changeableFields } from '../../web/proposals/changeAll/filteredItems.ts';
import { inputValues } from '../../web/ui/form/inputValues.ts';
import { SaveForm } from '../../web/ui/form/SaveForm.tsx';
import { expectAccessible, focused, press, show } from './support.tsx';

// 'Change all N…': a field, its new value, and the term from which it applies.

const terms = [
  { termYyyyst: '202792', termLetterYear: 'F27' },
  { termYyyyst: '202692', termLetterYear: 'F26' },
];
const awards = [{ degreeShort: 'BA', degreeCode: '1', title: 'Bachelor of Arts', programCredLevel: '05' }];
const kinds = Object.keys(itemViews) as ItemKind[];

function showWithData(part: ReactNode): void {
  const client = new QueryClient();
  for (const [{ queryKey }, data] of [
    [termsQuery, terms],
    [awardTypesQuery, awards],
    [cipCodesQuery, [{ code: '11.0701', title: 'Computer Science' }]],
    ...kinds.map((kind) => [itemViews[kind].listQuery, []] as const),
  ] as const)
    client.setQueryDefaults(queryKey, { initialData: data, staleTime: Number.POSITIVE_INFINITY });
  client.setQueryData(meQuery.queryKey, undefined);
  show(<QueryClientProvider client={client}>{part}</QueryClientProvider>);
}

const showChangeAll = (kind: ItemKind) =>
  showWithData(<ChangeAllScreen view={itemViews[kind] as (typeof itemViews)['major']} />);

const field = page.getByRole('combobox', { name: 'Field' });
const value = page.getByRole('combobox', { name: 'New Value' });
const effective = page.getByRole('combobox', { name: 'Effective' });

async function choose(label: string): Promise<void> {
  await userEvent.fill(field, label);
  await press('ArrowDown', 'Enter');
  await expect.element(field).toHaveValue(label);
}

const textsOf = (ids: string | null) =>
  (ids ?? '').split(' ').map((id) => document.getElementById(id)?.textContent ?? '');

/** What distinguishes the input of a field from others, apart from its label. */
function inputNamed(name: string) {
  const input = document.querySelector<HTMLInputElement>(`main [name="${name}"]`);
  if (!input) return null;
  const { required, placeholder, inputMode, tagName } = input;
  const isList = input.getAttribute('role') === 'combobox';
  const hasHelp = input.closest('[class*="helped"]') !== null;
  const is = isList ? 'list' : tagName === 'TEXTAREA' ? 'lines' : inputMode === 'numeric' ? 'number' : 'text';
  return {
    is: hasHelp ? `${is} with help` : is,
    hint: textsOf(input.getAttribute('aria-describedby')).join(' '),
    placeholder,
    required,
    hasCounter: input.closest('div')?.parentElement?.querySelector('[class*="counter"]') !== null,
  };
}

beforeEach(() => sessionStorage.clear());

/** The input of each field. The CIP code has a list of suggestions. */
const inputs: Record<ItemKind, Record<string, string>> = {
  school: {
    title: 'text',
    title8: 'text',
    yearStart: 'number',
    yearEnd: 'number',
    sortCode: 'number',
    comments: 'lines',
    active: 'Yes or No',
  },
  department: {
    title7: 'text',
    title: 'text',
    startTerm: 'list',
    endTerm: 'list',
    comments: 'lines',
    active: 'Yes or No',
  },
  degree: {
    degreeAwarded: 'list',
    degreeTitleRc: 'text',
    degreeTitleAbbr: 'text',
    degreeStartTermYyyyst: 'list',
    degreeEndTermYyyyst: 'list',
    programCredLevel: 'list with help',
    degreeComments: 'lines',
    degreeActive: 'Yes or No',
    degreeComplete: 'Yes or No',
  },
  major: {
    majorSegment: 'list with help',
    campusIndicator: 'list',
    majorCode: 'text',
    title7: 'text',
    title20: 'text',
    titleLong: 'text',
    academicYearApproved: 'number with help',
    startTermYyyyst: 'list',
    endTermYyyyst: 'list',
    ucDiscipline: 'text with help',
    hegisCode: 'text with help',
    cipCode: 'list with help',
    sortCode: 'number',
    comments: 'lines',
    active: 'Yes or No',
    complete: 'Yes or No',
  },
};

for (const kind of kinds)
  test(`each field of a ${kind} has the input that it has in the edit form`, async () => {
    const form = editFormOf(kind);
    const { EditFields } = itemViews[kind];
    const fields = changeableFields(itemViews[kind]);
    showWithData(
      <SaveForm
        form={form}
        start={inputValues(form, {})}
        draftName="one"
        save={() => Promise.reject(new Error('Not saved here'))}
        onSaved={() => {}}
        onLeave={() => {}}
      >
        <EditFields />
      </SaveForm>,
    );
    await expect.element(page.getByRole('button', { name: 'Save' })).toBeVisible();
    const own = new Map(fields.map(([name]) => [name, inputNamed(name)]));
    document.body.replaceChildren();

    showChangeAll(kind);
    const found: [string, string][] = [];
    for (const [name, { label, byDefault, required }] of fields) {
      await choose(label);
      const shown = inputNamed(name);
      found.push([name, shown?.is ?? 'Yes or No']);
      // A checkbox would have a value before the user has chosen one.
      if (byDefault !== undefined) {
        await expect.element(value).toHaveValue('');
        continue;
      }
      const inForm = own.get(name);
      const hint = inForm?.hint || (required ? '' : 'Leave empty to clear the field.');
      expect([name, shown]).toEqual([name, { ...inForm, hint }]);
    }
    expect(Object.fromEntries(found)).toEqual(inputs[kind]);
  });

for (const kind of kinds)
  test(`Effective is asked for the fields of a ${kind} that keep earlier values, and begins as a correction`, async () => {
    showChangeAll(kind);
    const asked: string[] = [];
    for (const [name, { label }] of changeableFields(itemViews[kind])) {
      await choose(label);
      if (effective.elements().length === 0) continue;
      await expect.element(effective).toHaveValue('Correction (all terms)');
      asked.push(name);
    }
    expect(asked.toSorted()).toEqual([...itemKinds[kind].earlier].toSorted());
  });

test('Enter in an empty New Value asks for a value: it does not show that the field will be cleared', async () => {
  showChangeAll('major');
  await choose('CIP Code');
  await userEvent.click(value);
  await press('Enter');
  await expect
    .element(value)
    .toHaveAccessibleDescription(/Enter a value\. To clear the field, choose ‘Show the changes’\./);
  expect(window.location.search).not.toContain('field=');
  await userEvent.keyboard('99.9999');
  await expect.element(value).toHaveAccessibleDescription('Not in CIP 2020');
  await press('Enter');
  await expect.poll(() => window.location.search).toContain('value=99.9999');
});

test('The button clears a field, also without a value', async () => {
  showChangeAll('major');
  await choose('CIP Code');
  await page.getByRole('button', { name: 'Show the changes' }).click();
  await expect.poll(() => window.location.search).toContain('field=cipCode&value=');
});

test('Enter on a suggested code takes it and shows no changes yet', async () => {
  showChangeAll('major');
  await choose('CIP Code');
  await userEvent.click(value);
  await userEvent.keyboard('computer');
  await expect.element(page.getByRole('option', { name: '11.0701 Computer Science' })).toBeVisible();
  await press('Enter');
  await expect.element(value).toHaveValue('11.0701');
  expect(window.location.search).not.toContain('field=');
  await press('Enter');
  await expect.poll(() => window.location.search).toContain('value=11.0701');
});

test('Tab takes a typed field, and goes to its new value', async () => {
  showChangeAll('major');
  await userEvent.click(field);
  await userEvent.keyboard('cip');
  await press('Tab');
  expect(focused()).toBe('New Value');
  await userEvent.keyboard('99.9999');
  await expect.element(value).toHaveValue('99.9999');
  await expect.element(value).toHaveAccessibleDescription('Not in CIP 2020');
  await press('Tab');
  expect(focused()).toBe('Effective');
  await expectAccessible();
});

for (const [label, typed, written] of [
  ['Title 20', 'Mathematics', 'value=Mathematics'],
  ['Sort Code', '12', 'value=12'],
  ['CIP Code', '11.0701', 'value=11.0701'],
  ['Campus Indicator', 'G General campus', 'value=G'],
  ['Start Term', 'F26', 'value=202692'],
] as const)
  test(`Enter in the New Value of ${label}, typed in full, shows the changes`, async () => {
    showChangeAll('major');
    await choose(label);
    await userEvent.click(page.getByLabelText(/^New Value/).first());
    await userEvent.keyboard(typed);
    await press('Enter');
    await expect.poll(() => window.location.search).toContain(written);
  });

test('Enter on a field that is typed in full only chooses it', async () => {
  showChangeAll('major');
  await userEvent.click(field);
  await userEvent.keyboard('CIP Code');
  await press('Enter');
  await expect.element(value).toBeVisible();
  expect(window.location.search).not.toContain('field=');
});
