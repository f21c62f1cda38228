import { useInfiniteQuery } from '@tanstack/react-query';
import { useIsUnread } from '../layout/Unread.tsx';
import { historyQuery } from './api.ts';
import type { Subject } from './words.ts';

/** The history of an item: the sets that have been read, newest first. */
export function useHistory(of: Subject) {
  const reading = useInfiniteQuery(historyQuery(of));
  const sets = reading.data?.pages.flatMap(({ changeSets }) => changeSets);
  return { reading, sets, isUnread: useIsUnread(reading) };
}
