import { Navigate, Outlet, useLocation } from 'react-router';

/** Redirects to the URL without trailing slashes, so that each screen has one URL. */
export function TrimTrailingSlash() {
  const { pathname, search } = useLocation();
  const path = pathname.replace(/(?<=.)\/+$/, '');
  return path === pathname ? <Outlet /> : <Navigate to={path + search} replace />;
}
