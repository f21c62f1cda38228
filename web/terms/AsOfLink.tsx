import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import { useAsOf, withAsOf } from './asOf.ts';

/** A link to an item, labeled with its code and title. It keeps the term as of which the current page is shown. */
export function AsOfLink({ to, ...props }: Omit<ComponentProps<typeof Link>, 'to'> & { to: string }) {
  const { asOf } = useAsOf();
  return <Link translate="no" {...props} to={withAsOf(to, asOf)} />;
}
