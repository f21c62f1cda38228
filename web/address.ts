import { useCallback, useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router';

interface Address {
  params: URLSearchParams;
  /** Changes the query of the address; `replace` makes no new step for Back. */
  change: (update: (params: URLSearchParams) => void, how?: { replace?: boolean }) => void;
}

/**
 * What the query of the address says; the same until it changes. State that lives here survives links, reloads, Back
 * and Forward.
 */
export function useAddress(): Address {
  const { search } = useLocation();
  const navigate = useNavigate();
  const params = useMemo(() => new URLSearchParams(search), [search]);
  const change: Address['change'] = useCallback(
    (update, how) => {
      // Not `search`: a change that comes later, from a timer, must not undo what happened meanwhile.
      const now = new URLSearchParams(window.location.search);
      update(now);
      void navigate({ search: now.toString() }, how);
    },
    [navigate],
  );
  return { params, change };
}

/** Sets a parameter, or takes it out where there is nothing to say. */
export function put(params: URLSearchParams, name: string, value: string | null): void {
  if (value) params.set(name, value);
  else params.delete(name);
}
