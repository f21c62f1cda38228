import { useInfiniteQuery } from '@tanstack/react-query';
import { useHasLoadError } from '../ui/LoadError.tsx';
import type { Subject } from './describeChange.ts';
import { historyQuery } from './historyQueries.ts';

/** The history of an item: the loaded change sets, newest first. */
export function useHistory(of: Subject) {
  const reading = useInfiniteQuery(historyQuery(of));
  const sets = reading.data?.pages.flatMap(({ changeSets }) => changeSets);
  return { reading, sets, hasLoadError: useHasLoadError(reading) };
}
