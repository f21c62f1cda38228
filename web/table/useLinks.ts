import { type MouseEvent, useMemo } from 'react';
import { useHref, useNavigate } from 'react-router';
import { useAsOf, withAsOf } from '../asOf/asOf.ts';

/** What the links of a table share. */
export interface Links {
  /** The address of a page, as of the term of this one. */
  hrefOf: (page: string) => string;
  /** Opens the page of a pressed link without loading the application again. */
  onFollow: (event: MouseEvent<HTMLAnchorElement>) => void;
}

/**
 * For all links of a table: each `Link` of the router works out its address anew, which takes longer than all else in a
 * cell.
 */
export function useLinks(): Links {
  const navigate = useNavigate();
  const { term } = useAsOf();
  const root = useHref('/').replace(/\/$/, '');
  return useMemo(
    () => ({
      hrefOf: (page) => root + withAsOf(page, term),
      onFollow: (event) => {
        const { button, ctrlKey, metaKey, shiftKey, altKey, currentTarget } = event;
        // The browser opens a new tab or window, or downloads.
        if (button !== 0 || ctrlKey || metaKey || shiftKey || altKey) return;
        event.preventDefault();
        void navigate(currentTarget.getAttribute('href')?.slice(root.length) ?? '');
      },
    }),
    [navigate, root, term],
  );
}
