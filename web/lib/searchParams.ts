import { useCallback, useMemo } from 'react';
import { type RouterState, useLocation, useNavigate } from 'react-router';

interface UrlParams {
  params: URLSearchParams;
  /** Updates the query string, unless the user is leaving the screen. With `replace` it adds no history entry. */
  change: (update: (params: URLSearchParams) => void, how?: { replace?: boolean }) => void;
}

let isLeaving = false;

/** Notes whether the user is leaving the screen. Called for each state of the router. */
export function noteNavigation({ location, navigation }: RouterState): void {
  isLeaving = navigation.location !== undefined && navigation.location.pathname !== location.pathname;
}

/**
 * The query parameters of the current URL. The object is stable until they change. State kept here survives links, reloads,
 * Back and Forward.
 */
export function useUrlParams(): UrlParams {
  const { search } = useLocation();
  const navigate = useNavigate();
  const params = useMemo(() => new URLSearchParams(search), [search]);
  const change: UrlParams['change'] = useCallback(
    (update, how) => {
      // The next screen may still be loading. A late update of this one must not cancel the navigation.
      if (isLeaving) return;
      // Not `search`: a later change, such as from a timer, must not undo a change made since.
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
