import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { ExcludedItems } from '../../web/catalog/items/ExcludedItems.tsx';
import { show } from './support.tsx';

// Why a list leaves out items that the user named.

test('items with the same label are all named', async () => {
  // Two majors may have the same segment, code and title.
  const items = [{ key: 1 }, { key: 2 }];
  show(
    <QueryClientProvider client={new QueryClient()}>
      <ExcludedItems
        list={{
          stored: items,
          all: items,
          term: '201992',
          withCodes: items,
          coded: undefined,
          columns: [],
          periodsOf: () => [{ start: null, end: '201892' }],
        }}
        keyOf={({ key }) => key}
        labelOf={() => '201 U Art'}
        text=""
        found={[]}
        onClearCodes={() => undefined}
      />
    </QueryClientProvider>,
  );
  // React reports keys that are not unique, and the support of these tests fails then.
  await expect.element(page.getByText('201 U Art').nth(1)).toBeVisible();
});
