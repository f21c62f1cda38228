import { queryOptions } from '@tanstack/react-query';
import type { Finding, Findings, ItemFindings } from '../../contract/quality.ts';
import { everyPage } from '../history/changesPage/changesQueries.ts';
import type { Named } from '../history/describeChange.ts';
import { request } from '../lib/api.ts';
import { asOfQuery, QUALITY, withTermNames } from '../lib/queries.ts';

/** The server's maximum per response. */
const MAX_PER_RESPONSE = 1_000;

/** All findings of a rule as of a term, waived ones too. */
export const findingsQuery = (rule: string, term: string | null) =>
  queryOptions({
    queryKey: [QUALITY, 'findings', rule, term],
    queryFn: ({ signal }): Promise<Finding[]> =>
      withTermNames(
        everyPage(async (cursor) => {
          const query = new URLSearchParams({
            limit: String(MAX_PER_RESPONSE),
            ...(term === null ? {} : { asOf: term }),
            ...(cursor === null ? {} : { cursor }),
          });
          const path = `/quality/${encodeURIComponent(rule)}?${query.toString()}`;
          const page = await request<Findings>('GET', path, { signal });
          return { rows: page.findings, next: page.next };
        }),
      ),
    meta: { ownError: true },
  });

/** The findings of an item and of its relationships, or of a relationship, whose key has two parts. The page works without them, so a failure is not shown. */
export const itemFindingsQuery = ({ kind, key }: Named, term: string | null) =>
  queryOptions({
    queryKey: [QUALITY, 'items', kind, key, term],
    queryFn: async ({ signal }) => {
      const path = `/quality/items/${kind}/${key.split('/').map(encodeURIComponent).join('/')}${asOfQuery(term)}`;
      return (await request<ItemFindings>('GET', path, { signal })).findings;
    },
    retry: false,
    meta: { ownError: true },
  });
