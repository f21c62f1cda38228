import { Navigate, Outlet, useLocation } from 'react-router';
import type { Permission } from '../../contract/user.ts';
import { paths } from '../lib/paths.ts';
import { isPermitted, useSession } from '../lib/session.ts';
import classes from './layout.module.css';

/** Redirects users without the permission to the report (spec 2), which explains it. The server checks permissions separately. */
export function Guard({ permission }: { permission: Permission }) {
  const { user } = useSession();
  const { pathname } = useLocation();
  if (isPermitted(user, permission)) return <Outlet />;
  return <Navigate to={paths.home} replace state={{ [NEEDED]: { pathname, permission } }} />;
}

/** In the state of the navigation. */
const NEEDED = 'neededPermission';

const uses: Record<Permission, string> = {
  'manage:data': 'maintain the data',
  'view:about': 'see the versions and settings',
  'impersonate:user': 'act as other users',
};

/** The reason of a redirect by `Guard`, until the next navigation. */
export function GuardNotice() {
  const { state } = useLocation();
  const needed = (state as { [NEEDED]?: { pathname: string; permission: Permission } } | null)?.[NEEDED];
  if (!needed) return null;
  return (
    <p role="alert" className={classes.notice}>
      <span>{`The page ${needed.pathname} is only for users who ${uses[needed.permission]}.`}</span> You are
      on the report instead.
    </p>
  );
}
