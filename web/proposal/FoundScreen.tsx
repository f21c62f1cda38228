import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import type { ItemKind, Items } from '../../contract/items.ts';
import { useAddress } from '../address.ts';
import { useAsOf, withAsOf } from '../asOf/asOf.ts';
import { type ItemView, useColumns } from '../items/items.ts';
import { Card } from '../layout/Card.tsx';
import { Loader } from '../layout/Loader.tsx';
import { lastAddressOf } from '../layout/lastAddress.ts';
import { Screen } from '../layout/Screen.tsx';
import { Unread, useIsUnread } from '../layout/Unread.tsx';
import { listPath } from '../paths.ts';
import { foundItems } from './found.ts';
import { ProposalScreen } from './ProposalScreen.tsx';
import type { Proposal } from './proposal.ts';

interface Props<K extends ItemKind> {
  view: ItemView<K>;
  /** The heading as long as there is no proposal. */
  headingOf: (items: readonly Items[K][]) => string;
  /** What is proposed for the items; null as long as that has not been decided. Must be stable. */
  proposalOf: (items: readonly Items[K][]) => Proposal | null;
  /** What decides on it. */
  children?: ReactNode;
}

/** A proposal for the items that the filter of a list has found. The filter and its term are in the address. */
export function FoundScreen<K extends ItemKind>({ view, headingOf, proposalOf, children }: Props<K>) {
  const { params } = useAddress();
  const text = params.get('found') ?? '';
  const { term } = useAsOf();
  const reading = useQuery(view.listQuery);
  const { data } = reading;
  const isUnread = useIsUnread(reading);
  const columns = useColumns(view);
  const items = useMemo(
    () => data && foundItems(view, data, columns, { text, term }),
    [view, data, columns, text, term],
  );
  const proposal = useMemo(() => (items ? proposalOf(items) : null), [items, proposalOf]);
  const back = { to: withAsOf(lastAddressOf(listPath(view.kind)), term), text: `Back to ${view.heading}` };
  if (!items)
    return (
      <Screen heading={view.heading} back={back}>
        <Card>
          {isUnread ? <Unread what={`The ${view.heading.toLowerCase()}`} reading={reading} /> : <Loader />}
        </Card>
      </Screen>
    );
  return (
    <ProposalScreen heading={proposal?.title ?? headingOf(items)} back={back} proposal={proposal}>
      {children}
    </ProposalScreen>
  );
}
