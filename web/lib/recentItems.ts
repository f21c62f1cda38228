import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type ItemKey, type ItemKind, isItemKind } from '../../contract/kinds.ts';
import { meQuery } from './queries.ts';
import { type StorageUser, storageName, tryStorage } from './userStorage.ts';

/** An item whose page the user has opened. Its label is not stored: it may change, and others may use this browser. */
export interface RecentItem {
  kind: ItemKind;
  key: ItemKey;
}

const MOST = 8;

/** The items that the user opened last in this browser, at most eight, latest first. Some may have been deleted since. */
export function recentItems(user: StorageUser): RecentItem[] {
  const stored = tryStorage(() => JSON.parse(localStorage.getItem(storageName(user)) ?? '[]') as unknown);
  return Array.isArray(stored) ? stored.filter(isRecentItem).slice(0, MOST) : [];
}

/** Notes that the user has opened an item's page. */
export function noteOpened(user: StorageUser, { kind, key }: RecentItem): void {
  const others = recentItems(user).filter((one) => one.kind !== kind || one.key !== key);
  const items = [{ kind, key }, ...others].slice(0, MOST);
  tryStorage(() => localStorage.setItem(storageName(user), JSON.stringify(items)));
}

/** Notes the item of a page as opened, once it has loaded. */
export function useNoteOpened(kind: ItemKind, key: ItemKey | undefined): void {
  const { data: user } = useQuery({ ...meQuery, enabled: false });
  useEffect(() => {
    if (user && key !== undefined) noteOpened(user, { kind, key });
  }, [user, kind, key]);
}

function isRecentItem(stored: unknown): stored is RecentItem {
  if (typeof stored !== 'object' || stored === null) return false;
  const { kind, key } = stored as Partial<Record<string, unknown>>;
  return isItemKind(kind) && (typeof key === 'string' || typeof key === 'number');
}
