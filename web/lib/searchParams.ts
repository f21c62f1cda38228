import { useCallback, useMemo } from 'react';
import { type RouterState, useLocation, useNavigate } from 'react-router';

interface UrlParams {
  params: URLSearchParams;
  /** Updates the query string, unless the screen is being left. With `replace` it adds no history entry. */
  change: (update: (params: URLSearchParams) => void, how?: { replace?: boolean }) => void;
}

let isLeaving = false;

/** Notes whether the screen is being left. Called for each state of the router. */
export function noteNavigation({ location, navigation }: RouterState): void {
  isLeaving = navigation.location !== undefined && navigation.location.pathname !== location.pathname;
}

/**
 * The query parameters of the current address; the object is stable until they change. State kept here survives links,
 * reloads, Back and Forward.
 */
export function useUrlParams(): UrlParams {
  const { search } = useLocation();
  const navigate = useNavigate();
  const params = useMemo(() => new URLSearchParams(search), [search]);
  const change: UrlParams['change'] = useCallback(
    (update, how) => {
      // The screen of a link may still be loaded. What the old one has to say meanwhile must not stop that.
      if (isLeaving) return;
      // Not `search`: a later change, such as from a timer, must not undo what happened in the meantime.
      const now = new URLSearchParams(window.location.search);
      update(now);
      void navigate({ search: now.toString() }, how);
    },
    [navigate],
  );
  return { params, change };
}

/** Sets a parameter, or removes it if the value is empty. */
export function put(params: URLSearchParams, name: string, value: string | null): void {
  if (value) params.set(name, value);
  else params.delete(name);
}
