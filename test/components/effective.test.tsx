import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Effective } from '../../web/catalog/items/Effective.tsx';
import { EFFECTIVE, editFormOf } from '../../web/catalog/items/editForm.ts';
import { departmentView } from '../../web/catalog/kinds/department.tsx';
import { RequestError } from '../../web/lib/api.ts';
import { meQuery, termsQuery } from '../../web/lib/queries.ts';
import { inputValues } from '../../web/ui/form/inputValues.ts';
import { SaveForm } from '../../web/ui/form/SaveForm.tsx';
import { expectAccessible, expectText, focused, press, show } from './support.tsx';

const terms = [
  { termYyyyst: '202792', termLetterYear: 'F27' },
  { termYyyyst: '202703', termLetterYear: 'W27' },
  { termYyyyst: '202692', termLetterYear: 'F26' },
];
const stored = { deptKey: 7, title7: 'CHEM', title: 'Chemistry', active: true, version: 3 };
const form = editFormOf('department');

/** The form of a department that shows what a save would send. `error` is the response to the first save. */
function EditForm({ error }: { error?: { code: string; message: string } }) {
  const [saved, setSaved] = useState('nothing');
  const [hasFailed, setFailed] = useState(!error);
  return (
    <>
      <SaveForm
        form={form}
        start={inputValues(form, stored)}
        draftName="department/7"
        save={async (body) => {
          setSaved(String(body[EFFECTIVE]));
          setFailed(true);
          if (error && !hasFailed) throw new RequestError([{ ...error, field: EFFECTIVE }]);
          return { data: undefined, requestId: 'one' };
        }}
        onSaved={() => {}}
        onLeave={() => {}}
      >
        <departmentView.EditFields />
        <Effective kind="department" />
      </SaveForm>
      <output aria-label="Saved">{saved}</output>
    </>
  );
}

function showForm(error?: { code: string; message: string }): void {
  const client = new QueryClient();
  client.setQueryData(termsQuery.queryKey, terms);
  client.setQueryData(meQuery.queryKey, undefined);
  show(
    <QueryClientProvider client={client}>
      <EditForm {...(error && { error })} />
    </QueryClientProvider>,
  );
}

const title = page.getByRole('textbox', { name: 'Title 40' });
const effective = page.getByRole('combobox', { name: 'Effective' });
const saved = page.getByRole('status', { name: 'Saved' });

beforeEach(() => sessionStorage.clear());

test('is asked as soon as a name differs, and no longer when it is typed back', async () => {
  showForm();
  await expect.element(title).toHaveValue('Chemistry');
  await expect.element(effective).not.toBeInTheDocument();
  await userEvent.fill(page.getByRole('textbox', { name: 'Comments' }), 'Not a name');
  await expect.element(effective).not.toBeInTheDocument();
  await userEvent.fill(title, 'Chemistry and Biology');
  await expect.element(effective).toHaveValue('Correction (all terms)');
  await expect
    .element(
      page.getByText(
        'Terms with “Chemistry” get “Chemistry and Biology”, past terms too. Choose a term if it is new from that term on.',
      ),
    )
    .toBeVisible();
  await expectAccessible();
  await userEvent.fill(title, 'Chemistry ');
  await expect.element(effective).not.toBeInTheDocument();
});

test('is reached from the fields by Tab, takes a typed term, and comes before the reason', async () => {
  showForm();
  await userEvent.fill(title, 'Biochemistry');
  await userEvent.click(page.getByRole('textbox', { name: 'Comments' }));
  await press('Tab', 'Tab');
  expect(focused()).toBe('Effective');
  await press('Control+a', 'f', '2', '7', 'Enter');
  await expect.element(effective).toHaveValue('F27');
  await expect
    .element(
      page.getByText(
        'F27 and later have “Biochemistry”. Earlier terms keep what they have. Other fields change in all terms.',
      ),
    )
    .toBeVisible();
  await press('Tab');
  expect(focused()).toBe('Reason (optional)');
  await press('Control+Enter');
  await expectText(saved, '202792');
});

test('is restored with the unsaved names', async () => {
  showForm();
  await userEvent.fill(title, 'Biochemistry');
  await userEvent.click(effective);
  await press('Control+a', 'f', '2', '7', 'Enter');
  await expect.element(effective).toHaveValue('F27');
  document.body.replaceChildren();
  showForm();
  await expect.element(title).toHaveValue('Biochemistry');
  await expect.element(effective).toHaveValue('F27');
});

test('offers the correction, then the terms, newest first, and can be cleared', async () => {
  showForm();
  await userEvent.fill(title, 'Biochemistry');
  await userEvent.click(effective);
  await expect
    .poll(() =>
      page
        .getByRole('option')
        .elements()
        .map(({ textContent }) => textContent),
    )
    .toEqual(['Correction (all terms)', 'F27', 'W27', 'F26']);
  await userEvent.click(page.getByRole('option', { name: 'W27' }));
  await expect.element(effective).toHaveValue('W27');
  await userEvent.click(page.getByRole('button', { name: 'Clear Effective' }));
  await expect.element(effective).toHaveValue('Correction (all terms)');
  await press('Control+Enter');
  await expectText(saved, 'null');
});

test('a choice outlives a name that is typed back for a moment, but is not sent without a new name', async () => {
  showForm();
  await userEvent.fill(title, 'Biochemistry');
  await userEvent.fill(effective, 'F26');
  await press('Enter');
  await userEvent.fill(title, 'Chemistry');
  await expect.element(effective).not.toBeInTheDocument();
  await userEvent.fill(title, 'Chemistry II');
  await expect.element(effective).toHaveValue('F26');
  await userEvent.fill(title, 'Chemistry');
  await userEvent.fill(page.getByRole('textbox', { name: 'Comments' }), 'Only a comment');
  await press('Control+Enter');
  await expectText(saved, 'null');
});

test("shows the server's error, and takes another term", async () => {
  const message = 'Title 40 has an earlier value through F26 already';
  showForm({ code: 'EARLIER_VALUE_EXISTS', message });
  await userEvent.fill(title, 'Biochemistry');
  await userEvent.fill(effective, 'F26');
  await press('Enter', 'Control+Enter');
  await expect.element(effective).toHaveFocus();
  await expect.element(page.getByText(message)).toBeVisible();
  await expectAccessible();
  await press('Control+a', 'f', '2', '7', 'Enter', 'Control+Enter');
  await expectText(saved, '202792');
});
