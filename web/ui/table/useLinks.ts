import { createContext, type MouseEvent, use, useMemo } from 'react';
import { useHref, useNavigate } from 'react-router';

/** Maps a page to its URL in links: adds the parameters that all links of a screen pass on (`terms/AsOfLinks.tsx`). */
export const PageUrl = createContext((page: string): string => page);

/** The props that the links of a table share. */
export interface Links {
  /** The URL of a page. */
  hrefOf: (page: string) => string;
  /** Opens the page of a clicked link without loading the application again. */
  onFollow: (event: MouseEvent<HTMLAnchorElement>) => void;
}

/**
 * Shared by all links of a table: the router's `Link` computes its URL at each render, which takes longer than everything
 * else in a cell.
 */
export function useLinks(): Links {
  const navigate = useNavigate();
  const urlOf = use(PageUrl);
  const root = useHref('/').replace(/\/$/, '');
  return useMemo(
    () => ({
      hrefOf: (page) => root + urlOf(page),
      onFollow: (event) => {
        const { button, ctrlKey, metaKey, shiftKey, altKey, currentTarget } = event;
        // The browser opens a new tab or window, or downloads.
        if (button !== 0 || ctrlKey || metaKey || shiftKey || altKey) return;
        event.preventDefault();
        void navigate(currentTarget.getAttribute('href')?.slice(root.length) ?? '');
      },
    }),
    [navigate, root, urlOf],
  );
}
