import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import type { ItemKind, Items } from '../../../contract/kinds.ts';
import { type ItemView, useColumns } from '../../catalog/items/itemView.ts';
import { otherColumns } from '../../catalog/items/otherColumns.tsx';
import { useEarlierValuesInTerm } from '../../catalog/items/useEarlierValuesInTerm.ts';
import { lastUrlOf } from '../../lib/lastUrl.ts';
import { listPath } from '../../lib/paths.ts';
import { useUrlParams } from '../../lib/searchParams.ts';
import { useAsOf, withAsOf } from '../../terms/asOf.ts';
import { useQuarter } from '../../terms/lookups.ts';
import { Card } from '../../ui/Card.tsx';
import { LoadError, useHasLoadError } from '../../ui/LoadError.tsx';
import { Loader } from '../../ui/Loader.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { ProposalScreen } from '../ProposalScreen.tsx';
import type { Proposal } from '../proposal.ts';
import { filteredItems, type ListFilter, readFilter } from './filteredItems.ts';
import { ItemRows } from './ItemRows.tsx';

interface Props<K extends ItemKind> {
  view: ItemView<K>;
  /** The heading until there is a proposal. */
  headingOf: (items: readonly Items[K][]) => string;
  /** The proposal for the items; null until its values are chosen. Must be stable. */
  proposalOf: (items: readonly Items[K][]) => Proposal | null;
  /** The controls that determine it. */
  children?: ReactNode;
  /** The field that these have chosen; its current values are shown until there is a proposal. */
  field?: string | null;
  /** Why the proposal is not what these say now, and what to do. */
  outdated?: string | undefined;
}

/** A proposal for the filtered items of a list. The filters are in the URL. */
export function BulkChangeScreen<K extends ItemKind>({
  view,
  headingOf,
  proposalOf,
  children,
  field = null,
  outdated,
}: Props<K>) {
  const quarter = useQuarter();
  const { params } = useUrlParams();
  const { asOf, term } = useAsOf();
  const { text, codes, cols } = readFilter(params, term);
  const reading = useQuery(view.listQuery);
  const { data } = reading;
  const hasLoadError = useHasLoadError(reading);
  const columns = useColumns(view);
  const { isPending, itemThen } = useEarlierValuesInTerm(term);
  const items = useMemo(() => {
    if (!data || isPending) return undefined;
    const then = data.map((item) => itemThen(view.kind, item));
    const filter = { text, term, codes, cols };
    // The list finds items by the names of its term. Those to change are as they are stored.
    const found = new Set(filteredItems(view, then, columns, otherColumns(view, quarter), filter));
    return data.filter((_item, at) => found.has(then[at] as Items[K]));
  }, [view, data, isPending, itemThen, columns, quarter, text, term, codes, cols]);
  const proposal = useMemo(() => (items ? proposalOf(items) : null), [items, proposalOf]);
  const back = { to: withAsOf(lastUrlOf(listPath(view.kind)), asOf), text: `Back to ${view.heading}` };
  if (!items)
    return (
      <Screen heading={view.heading} back={back}>
        <Card>
          {hasLoadError ? (
            <LoadError what={`The ${view.heading.toLowerCase()}`} reading={reading} />
          ) : (
            <Loader />
          )}
        </Card>
      </Screen>
    );
  return (
    <ProposalScreen
      heading={proposal?.title ?? headingOf(items)}
      about={foundBy({ text, codes, term: quarter(term) })}
      back={back}
      proposal={proposal}
      outdated={outdated}
      rows={children && items.length > 0 && <ItemRows {...{ view, items, field }} />}
    >
      {children}
    </ProposalScreen>
  );
}

/** 'Found by “art”, pasted codes, in effect in F26'. `term` is a label. */
function foundBy({ text, codes, term }: Omit<ListFilter, 'cols'>): string | undefined {
  const parts = [
    ...(text ? [`“${text}”`] : []),
    ...(codes ? ['pasted codes'] : []),
    ...(term ? [`in effect in ${term}`] : []),
  ];
  return parts.length > 0 ? `Found by ${parts.join(', ')}` : undefined;
}
