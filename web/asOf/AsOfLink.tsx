import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import { useAsOf, withAsOf } from './asOf.ts';

/** A link to a page that can be shown as of a term: it keeps the one of the page that it is on. */
export function AsOfLink({ to, ...props }: Omit<ComponentProps<typeof Link>, 'to'> & { to: string }) {
  const { term } = useAsOf();
  return <Link {...props} to={withAsOf(to, term)} />;
}
