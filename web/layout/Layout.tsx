import { useQueries } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Outlet, useLocation } from 'react-router';
import { Popups } from '../popups/Popups.tsx';
import { Toasts } from '../popups/Toasts.tsx';
import { startQueries } from '../queries.ts';
import { useSession } from '../session.ts';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import { ImpersonationBar } from './ImpersonationBar.tsx';
import { Loader } from './Loader.tsx';
import classes from './layout.module.css';

/** The chrome that all screens share (spec 2), behind a loader until authentication completes. */
export function Layout() {
  const { user, isPending } = useSession();
  const main = useRef<HTMLElement>(null);
  useFocusOnScreen(main);
  if (isPending) return <Loader />;
  return (
    <div className={classes.page}>
      <a className={classes.skip} href="#main">
        Skip to main content
      </a>
      <Header user={user} />
      <ImpersonationBar user={user} />
      <main id="main" ref={main} tabIndex={-1} className={classes.main}>
        {/* For another person everything is read and built anew. */}
        {user ? <Signed key={user.uciNetId} /> : <p>Log in to see the report.</p>}
      </main>
      <Footer />
      <Popups />
      <Toasts />
    </div>
  );
}

/** Spec 1: once it is known who is there, terms, award types, majors and schools load. */
function Signed() {
  useQueries({ queries: startQueries });
  return <Outlet />;
}

/** Puts the focus on a screen that has been gone to, where a page load would put it. */
function useFocusOnScreen(main: React.RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation();
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current !== pathname) main.current?.focus({ preventScroll: true });
    last.current = pathname;
  }, [pathname, main]);
}
