import { useMemo } from 'react';
import { type Change, changeTexts } from '../../contract/columns/columnsOfPrograms.ts';
import { put, useUrlParams } from '../lib/searchParams.ts';
import type { ComparedGroup } from './compareGroups.ts';
import { CHANGE } from './useSince.ts';

const kinds = Object.keys(changeTexts) as Change[];

/** A change that the groups can be limited to, with the number of its groups. Null is all groups. */
interface ChangeChip {
  value: Change | null;
  text: string;
  count: number;
}

/** The groups that are shown, and those that could be. */
export interface GroupChange {
  /** The change that the URL limits the groups to, or null. */
  change: Change | null;
  /** The URL's value, if it is not a change or there is no earlier term to compare with. */
  unknown: string | null;
  chips: readonly ChangeChip[];
  /** Goes to the first page of other groups, with a new history entry. */
  choose: (next: Change | null) => void;
}

/** The change that the groups are limited to. It is in the URL. */
export function useGroupChange(groups: readonly ComparedGroup[], isCompared: boolean): GroupChange {
  const { params, change } = useUrlParams();
  const written = params.get(CHANGE);
  const known = (isCompared && kinds.find((kind) => kind === written)) || null;
  const chips = useMemo(
    () => [
      { value: null, text: 'All', count: groups.length },
      ...kinds.map((kind) => ({
        value: kind,
        text: changeTexts[kind],
        count: groups.filter((group) => group.change === kind).length,
      })),
    ],
    [groups],
  );
  return {
    change: known,
    unknown: known === null ? written : null,
    chips,
    choose: (next) =>
      change((now) => {
        put(now, CHANGE, next);
        now.delete('page');
      }),
  };
}
