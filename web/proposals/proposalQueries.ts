import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ChangeSet, ChangeSets } from '../../contract/history.ts';
import type { ApplyForm, Preview, ProposalRow } from '../../contract/proposals.ts';
import { type Changed, change, request } from '../lib/api.ts';
import { withTermNames } from '../lib/queries.ts';
import { type Previewed, type Proposal, readRows, withUnreadableRows } from './proposal.ts';

/** The first part of the keys of all previews. */
export const PREVIEW = 'proposal';

interface Cancelling {
  signal?: AbortSignal;
}

/** The effect of saving these rows. */
export const previewOf = (rows: readonly ProposalRow[], canceling: Cancelling = {}): Promise<Preview> =>
  request('POST', '/proposals/preview', { body: { rows }, ...canceling });

/** The effect of saving a proposal. The same list of rows is requested only once. */
export const previewQuery = (proposal: Proposal) =>
  queryOptions({
    queryKey: [PREVIEW, numberOf(proposal.rows)],
    queryFn: async ({ signal }): Promise<Previewed> => {
      const preview = await withTermNames(previewOf(readRows(proposal), { signal }));
      return { rows: proposal.rows, preview: withUnreadableRows(proposal, preview) };
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    // Thousands of rows are replaced instead of compared.
    structuralSharing: false,
    placeholderData: keepPreviousData,
    meta: { ownError: true },
  });

const numbers = new WeakMap<object, number>();
let last = 0;

/** Represents a list in a query key, which would otherwise contain thousands of rows. */
function numberOf(rows: object): number {
  const known = numbers.get(rows);
  if (known !== undefined) return known;
  last += 1;
  numbers.set(rows, last);
  return last;
}

interface Apply extends Cancelling {
  body: ApplyForm;
  /** The user has confirmed the server's warnings. */
  isConfirmed: boolean;
}

/** Saves rows, all or none. The same body is saved only once, however often it is sent. */
export const apply = ({
  body,
  isConfirmed,
  ...canceling
}: Apply): Promise<Changed<{ changeSet: ChangeSet }>> =>
  change('POST', '/proposals/apply', { body, override: isConfirmed, ...canceling });

/** Whether the change set of a save has been undone. */
export const isUndoneQuery = (requestId: string) =>
  queryOptions({
    queryKey: ['/changes', 'undone', requestId],
    queryFn: async ({ signal }) => {
      const query = new URLSearchParams({ requestId }).toString();
      const { changeSets } = await request<ChangeSets>('GET', `/changes?${query}`, { signal });
      return changeSets.some(({ undoneBy }) => undoneBy !== null);
    },
    meta: { ownError: true },
  });
