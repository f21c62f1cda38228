import { useEffect, useState } from 'react';
import type { AuthenticatedUser } from '../../contract/user.ts';
import { VIEW, type ViewScreen } from '../../contract/viewScreens.ts';
import { useUrlParams } from '../lib/searchParams.ts';
import { keptQuery } from './keptQuery.ts';
import { useViews } from './viewsQuery.ts';

/** The view that the address named when the page was opened: the views were read after that. */
const firstId = new URLSearchParams(window.location.search).get(VIEW);

/** The views of a screen, and the one that the address names. */
export function useCurrentView(user: AuthenticatedUser | null, screen: ViewScreen) {
  const { params } = useUrlParams();
  const id = params.get(VIEW);
  const reading = useViews(user, id !== null);
  const { data, refetch } = reading;
  const query = keptQuery(screen, params);
  const views = data?.filter((view) => view.screen === screen) ?? [];
  const current = views.find((view) => view.id === id);
  const isUnknown = id !== null && data !== undefined && !current;
  const [missingId, setMissingId] = useState<string | null>(null);
  useEffect(() => {
    if (!isUnknown || id === firstId) return undefined;
    // It may have been saved since the views were read.
    let isLeft = false;
    void refetch().then(({ isSuccess }) => isSuccess && !isLeft && setMissingId(id));
    return () => {
      isLeft = true;
    };
  }, [isUnknown, id, refetch]);
  return {
    reading,
    views,
    current,
    /** The address names a view that does not exist, or not any more. */
    isMissing: isUnknown && (id === firstId || id === missingId),
    /** The view, if the address differs from it. */
    changed: current && keptQuery(screen, current.query) !== query ? current : undefined,
    /** What a view saved now would keep. */
    query,
  };
}
