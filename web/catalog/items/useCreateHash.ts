import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { isCreateHash } from '../../lib/paths.ts';
import { useLatest } from '../../lib/useLatest.ts';

/**
 * Opens the dialog for a new item if the URL asks for it: `/major#create`. The URL then loses the hash, so that Back and a
 * reload do not open it again.
 */
export function useCreateHash(create: () => void): void {
  const { search, hash } = useLocation();
  const navigate = useNavigate();
  const open = useLatest(create);
  useEffect(() => {
    if (!isCreateHash(hash)) return;
    open.current();
    void navigate({ search }, { replace: true });
  }, [search, hash, navigate, open]);
}
