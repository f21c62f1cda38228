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

/** The header, footer and popups that all screens share (spec 2). Shows a loader until authentication completes. */
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
        {/* The key remounts everything when the user changes. */}
        {user ? <SignedIn key={user.uciNetId} /> : <p>Log in to see the report.</p>}
      </main>
      <Footer />
      <Popups />
      <Toasts />
    </div>
  );
}

/** Spec 1: loads terms, award types, majors and schools once the user is known. */
function SignedIn() {
  useQueries({ queries: startQueries });
  return <Outlet />;
}

/** Focuses the main element after a navigation, as a page load would. */
function useFocusOnScreen(main: React.RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation();
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current !== pathname) main.current?.focus({ preventScroll: true });
    last.current = pathname;
  }, [pathname, main]);
}
