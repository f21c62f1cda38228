import { Navigate, Outlet, useLocation } from 'react-router';

/** Redirects to the address without trailing slashes, so that each screen has one address. */
export function TrimTrailingSlash() {
  const { pathname, search } = useLocation();
  const address = pathname.replace(/(?<=.)\/+$/, '');
  return address === pathname ? <Outlet /> : <Navigate to={address + search} replace />;
}
