import { useCallback, useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router';

interface Address {
  params: URLSearchParams;
  /** Updates the query string. With `replace` it adds no history entry. */
  change: (update: (params: URLSearchParams) => void, how?: { replace?: boolean }) => void;
}

/**
 * The query parameters of the current address; the object is stable until they change. State kept here survives links,
 * reloads, Back and Forward.
 */
export function useAddress(): Address {
  const { search } = useLocation();
  const navigate = useNavigate();
  const params = useMemo(() => new URLSearchParams(search), [search]);
  const change: Address['change'] = useCallback(
    (update, how) => {
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
