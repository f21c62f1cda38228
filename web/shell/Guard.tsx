import { useEffect } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import type { Permission } from '../../contract/user.ts';
import { isReturn } from '../lib/lastUrl.ts';
import { paths } from '../lib/paths.ts';
import { isPermitted, useSession } from '../lib/session.ts';
import { showErrors } from '../ui/popups/popupStore.ts';

/** Redirects users without the permission to the report (spec 2). The server checks permissions separately. */
export function Guard({ permission }: { permission: Permission }) {
  const { user } = useSession();
  const { state } = useLocation();
  const isMissed = !isPermitted(user, permission) && isReturn(state);
  useEffect(() => {
    if (isMissed) showErrors([NO_LONGER_PERMITTED]);
  }, [isMissed]);
  return isPermitted(user, permission) ? <Outlet /> : <Navigate to={paths.home} replace />;
}

/** The user had the permission when they left the page to which they return. */
const NO_LONGER_PERMITTED = {
  code: 'NO_LONGER_PERMITTED',
  message: 'You no longer have the permission for the page where you were, so this is the start page.',
};
