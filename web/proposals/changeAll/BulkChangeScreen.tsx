import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import type { ItemKind, Items } from '../../../contract/kinds.ts';
import { codesIn, filterByCodes } from '../../catalog/codes/codeFilter.ts';
import { codedBy, type ItemView, useColumns } from '../../catalog/items/itemView.ts';
import { otherColumns } from '../../catalog/items/otherColumns.tsx';
import { useEarlierValuesInTerm } from '../../catalog/items/useEarlierValuesInTerm.ts';
import { counted } from '../../lib/counted.ts';
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
import { previewQuery } from '../proposalQueries.ts';
import { CHECKING } from '../proposalTexts.ts';
import { canSelect } from '../RowCheckbox.tsx';
import { countSelected, rowId } from '../rowSelection.ts';
import { DoubtNotes } from './DoubtNotes.tsx';
import { filteredItems, type ListFilter, readFilter } from './filteredItems.ts';
import { ItemRows } from './ItemRows.tsx';
import { doubtsAbout, idOfItem } from './leftOut.ts';

interface Props<K extends ItemKind> {
  view: ItemView<K>;
  /** The heading until there is a proposal, for the number of selected items of all. */
  headingOf: (selected: number, total: number) => string;
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
  const { items, missing } = useMemo(() => {
    if (!data || isPending) return { items: undefined, missing: 0 };
    const then = data.map((item) => itemThen(view.kind, item));
    const filter = { text, term, codes, cols };
    // The list finds items by the names of its term. Those to change are as they are stored.
    const found = new Set(filteredItems(view, then, columns, otherColumns(view, quarter), filter));
    const coded = codedBy(view);
    return {
      items: data.filter((_item, at) => found.has(then[at] as Items[K])),
      missing: coded && codes ? filterByCodes(then, coded, codes).missing.length : 0,
    };
  }, [view, data, isPending, itemThen, columns, quarter, text, term, codes, cols]);
  const proposal = useMemo(() => (items ? proposalOf(items) : null), [items, proposalOf]);
  const doubts = useMemo(() => doubtsAbout(view, items ?? [], { codes, term }), [view, items, codes, term]);
  const { data: previewed } = useQuery({ ...previewQuery(proposal ?? nothing), enabled: proposal !== null });
  // The heading counts the rows that change, as soon as they are known.
  const ids = useMemo(() => {
    if (!proposal) return (items ?? []).map((item) => idOfItem(view.kind, item));
    const shown = previewed?.rows === proposal.rows ? previewed.preview.rows : [];
    return proposal.rows.flatMap((row, at) => (shown[at] && !canSelect(shown[at]) ? [] : rowId(row)));
  }, [view, items, proposal, previewed]);
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
      heading={(selection) => {
        const selected = countSelected(selection, ids);
        return proposal?.titleOf?.(selected) ?? headingOf(selected, ids.length);
      }}
      about={foundBy({ text, codes, term: quarter(term) }, missing)}
      back={back}
      proposal={proposal}
      // Other users' changes may be in the list that is being read again.
      outdated={outdated ?? (reading.isFetching ? CHECKING : undefined)}
      // A proposal for ended items only has no doubts about them.
      {...(children && items.length > 0
        ? {
            rows: <ItemRows {...{ view, items, field }} />,
            notes: <DoubtNotes view={view} total={items.length} {...doubts} />,
            start: doubts.start,
          }
        : {})}
    >
      {children}
    </ProposalScreen>
  );
}

const nothing: Proposal = { origin: 'bulk', title: '', rows: [] };

/** 'Found by “art”, 12 of 13 codes, in effect in F26'. `term` is a label. */
function foundBy({ text, codes, term }: Omit<ListFilter, 'cols'>, missing: number): string | undefined {
  const count = codesIn(codes)?.length ?? 0;
  const found = missing > 0 ? `${(count - missing).toLocaleString('en-US')} of ` : '';
  const parts = [
    ...(text ? [`“${text}”`] : []),
    ...(codes ? [`${found}${counted(count, 'code')}`] : []),
    ...(term ? [`in effect in ${term}`] : []),
  ];
  return parts.length > 0 ? `Found by ${parts.join(', ')}` : undefined;
}
