import { useCallback, useMemo } from 'react';
import { type RouterState, useLocation, useNavigate } from 'react-router';
import { base } from './base.ts';

interface UrlParams {
  params: URLSearchParams;
  /** Updates the query string, unless the user has left the screen or is leaving it. With `replace` it adds no history entry. */
  change: (update: (params: URLSearchParams) => void, how?: { replace?: boolean }) => void;
}

/** The path of the screen that is shown, or of the next one if the user is leaving it. */
let goal: string | undefined;

/** Notes which screen the user is on, or is going to. Called for each state of the router. */
export function noteNavigation({ location, navigation }: RouterState): void {
  goal = (navigation.location ?? location).pathname.slice(base.length) || '/';
}

/**
 * The query parameters of the current URL. The object is stable until they change. State kept here survives links, reloads,
 * Back and Forward.
 */
export function useUrlParams(): UrlParams {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const params = useMemo(() => new URLSearchParams(search), [search]);
  const change: UrlParams['change'] = useCallback(
    (update, how) => {
      // A late update of this screen must not cancel the navigation to the next one, or change its parameters.
      if (goal !== undefined && goal !== pathname) return;
      // Not `search`: a later change, such as from a timer, must not undo a change made since.
      const now = new URLSearchParams(window.location.search);
      update(now);
      void navigate({ search: now.toString() }, how);
    },
    [navigate, pathname],
  );
  return { params, change };
}

/** Sets a parameter, or removes it if the value is empty. */
export function put(params: URLSearchParams, name: string, value: string | null): void {
  if (value) params.set(name, value);
  else params.delete(name);
}
