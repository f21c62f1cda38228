import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Items } from '../../contract/kinds.ts';
import { majorForm } from '../../contract/major.ts';
import { CodeUses } from '../../web/catalog/kinds/CodeUses.tsx';
import { majorsQuery, termsQuery } from '../../web/lib/queries.ts';
import { fieldsOf } from '../../web/terms/lookupFields.tsx';
import { inputValues } from '../../web/ui/form/inputValues.ts';
import { SaveForm } from '../../web/ui/form/SaveForm.tsx';
import { expectText, show } from './support.tsx';

// The majors that have used the code of a new major, and the nearest free codes.

const F = fieldsOf(majorForm);

/** Shows the code of a new major while majors with these codes exist. */
function showCode(codes: readonly string[]): void {
  const client = new QueryClient();
  const majors = codes.map(
    (majorCode, majorKey) =>
      ({
        majorKey,
        majorCode,
        majorSegment: 'U',
        title20: `Major ${majorCode}`,
      }) as unknown as Items['major'],
  );
  for (const [{ queryKey }, data] of [
    [termsQuery, []],
    [majorsQuery, majors],
  ] as const)
    client.setQueryDefaults(queryKey, { initialData: data, staleTime: Number.POSITIVE_INFINITY });
  show(
    <QueryClientProvider client={client}>
      <SaveForm
        form={majorForm}
        start={inputValues(majorForm, { majorSegment: 'U' })}
        draftName="major/new"
        save={() => Promise.reject(new Error('not saved'))}
        onSaved={() => {}}
        onLeave={() => {}}
      >
        <F.Code name="majorCode" />
        <CodeUses />
      </SaveForm>
    </QueryClientProvider>,
  );
}

const code = page.getByRole('textbox', { name: 'Major Code' });
const free = page.getByRole('toolbar', { name: 'Nearest free codes' });

beforeEach(() => sessionStorage.clear());

test('A code that is used is shown with its majors and the nearest free codes', async () => {
  showCode(['A4B', 'A5B']);
  await userEvent.fill(code, 'a5b');
  await expectText(page.getByRole('status').first(), 'The code A5B is used in this segment already:');
  await expect.element(page.getByRole('link', { name: /^Major A5B/ })).toBeVisible();
  await expect
    .poll(() =>
      free
        .getByRole('button')
        .elements()
        .map((one) => one.textContent),
    )
    .toEqual(['A6B', 'A7B', 'A3B', 'A8B', 'A2B']);
});

test('No codes are offered if all with the same letters are used', async () => {
  showCode(Array.from({ length: 10 }, (_, digit) => `A${digit}B`));
  await userEvent.fill(code, 'A5B');
  await expect.element(page.getByRole('link', { name: /^Major A5B/ })).toBeVisible();
  await expect.element(free).not.toBeInTheDocument();
});
