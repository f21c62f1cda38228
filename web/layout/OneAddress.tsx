import { Navigate, Outlet, useLocation } from 'react-router';

/** A screen has one address: with slashes at its end it is gone to without them. */
export function OneAddress() {
  const { pathname, search } = useLocation();
  const address = pathname.replace(/(?<=.)\/+$/, '');
  return address === pathname ? <Outlet /> : <Navigate to={address + search} replace />;
}
