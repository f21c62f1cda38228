import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useLocation } from 'react-router';
import type { ItemKey, ItemKind, Items } from '../../contract/kinds.ts';
import type { Link } from '../../contract/relationships.ts';
import { type ItemView, keyOf } from '../catalog/items/itemView.ts';
import { relationshipPath } from '../lib/paths.ts';
import { earlierValuesQuery } from '../lib/queries.ts';
import { useAsOf, withAsOf } from '../terms/asOf.ts';
import { earlierValuesByItem } from '../terms/earlierValuesOf.ts';
import { othersOf, partOf } from '../timeline/timelineItems.ts';
import { LoadError, useHasLoadError } from '../ui/LoadError.tsx';
import { FoldableCard } from './FoldableCard.tsx';

interface Props<K extends ItemKind> {
  view: ItemView<K>;
  item: Items[K];
  /** The item with all its relationships. */
  detail: object;
  /** In the order of the lists. */
  links: readonly Link[];
}

/** The periods of an item and its relationships on one time axis. Starts open. */
export function TimelineCard<K extends ItemKind>({ view, item, detail, links }: Props<K>) {
  const [isOpen, setOpen] = useState(true);
  const { pathname } = useLocation();
  const { asOf } = useAsOf();
  // Loaded for the list of the page. Until then, or without it, the bars have today's names.
  const { data: earlier } = useQuery({ ...earlierValuesQuery, enabled: false });
  const earlierOf = useMemo(() => earlierValuesByItem(earlier ?? []), [earlier]);
  const drawn = useMemo(() => {
    const [fromKey, back] = [keyOf(view, item), withAsOf(pathname, asOf)];
    const formOf = (link: Link, toKey: ItemKey) => relationshipPath({ link, fromKey, toKey, back });
    return {
      item: partOf(view, item, earlierOf),
      others: othersOf(detail, links, formOf, earlierOf),
    };
  }, [view, item, detail, links, earlierOf, pathname, asOf]);
  return (
    <FoldableCard title="Timeline" isOpen={isOpen} onFold={setOpen}>
      <Drawing {...drawn} />
    </FoldableCard>
  );
}

type Drawn = Pick<Parameters<typeof import('../timeline/Timeline.tsx')['Timeline']>[0], 'item' | 'others'>;

/** The script of the drawing, which loads once a detail is shown, so that the details do not wait for it. */
export const timelineScript = queryOptions({
  queryKey: ['script', 'timeline'],
  queryFn: () => import('../timeline/Timeline.tsx'),
  staleTime: Number.POSITIVE_INFINITY,
  structuralSharing: false,
});

function Drawing({ item, others }: Drawn) {
  const reading = useQuery(timelineScript);
  const hasLoadError = useHasLoadError(reading);
  if (reading.data) return <reading.data.Timeline item={item} others={others} />;
  return hasLoadError && <LoadError what="The timeline" reading={reading} />;
}
