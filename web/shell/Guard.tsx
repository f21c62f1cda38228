import { Navigate, Outlet } from 'react-router';
import type { Permission } from '../../contract/user.ts';
import { paths } from '../lib/paths.ts';
import { isPermitted, useSession } from '../lib/session.ts';

/** Redirects users without the permission to the report (spec 2). The server checks permissions separately. */
export function Guard({ permission }: { permission: Permission }) {
  const { user } = useSession();
  return isPermitted(user, permission) ? <Outlet /> : <Navigate to={paths.home} replace />;
}
