import { type ReactNode, useCallback } from 'react';
import { PageUrl } from '../ui/table/useLinks.ts';
import { useAsOf, withAsOf } from './asOf.ts';

/** The table links inside keep the term as of which the current page is shown. */
export function AsOfLinks({ children }: { children: ReactNode }) {
  const { asOf } = useAsOf();
  const urlOf = useCallback((page: string) => withAsOf(page, asOf), [asOf]);
  return <PageUrl value={urlOf}>{children}</PageUrl>;
}
