import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Token } from '../../contract/tokens.ts';
import type { AuthenticatedUser } from '../../contract/user.ts';
import { paths } from '../../web/lib/paths.ts';
import { qualityQuery, tokensQuery } from '../../web/lib/queries.ts';
import { Tools } from '../../web/shell/Tools.tsx';
import { expectAccessible, show } from './support.tsx';

// The menu 'Tools' announces what needs attention.

const user = { uciNetId: 'registrar', impersonator: null } as AuthenticatedUser;

/** Shows the menu, with tokens in these states. */
async function open(...states: Token['state'][]): Promise<void> {
  const client = new QueryClient();
  client.setQueryData(
    tokensQuery.queryKey,
    states.map((state, id) => ({ id: String(id), state }) as Token),
  );
  client.setQueryData(qualityQuery(user, null).queryKey, { asOf: '202692', rules: [] });
  show(
    <QueryClientProvider client={client}>
      <Tools
        user={user}
        choices={[
          { label: 'Import', to: paths.import },
          { label: 'Other systems', to: paths.systems },
        ]}
      />
    </QueryClientProvider>,
  );
  await page.getByRole('button', { name: 'Tools' }).click();
}

for (const [states, note] of [
  [['valid', 'revoked'], ''],
  [['expiring', 'valid'], ' 1 token expires soon'],
  [['expiring', 'expiring', 'expired'], ' 2 tokens expire soon, 1 expired'],
  [['expired'], ' 1 token expired'],
] as const)
  test(`tokens ${states.join(', ')}: Other systems says '${note.trim()}'`, async () => {
    await open(...states);
    await expect
      .poll(() =>
        page
          .getByRole('menuitem')
          .elements()
          .map(({ textContent }) => textContent),
      )
      .toEqual(['Import', `Other systems${note}`]);
    await expectAccessible();
  });
