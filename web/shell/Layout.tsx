import { useQueries, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Outlet, useLocation } from 'react-router';
import { signedInAs } from '../../contract/user.ts';
import { meQuery, startQueries } from '../lib/queries.ts';
import { isPermitted } from '../lib/session.ts';
import { AsOfLinks } from '../terms/AsOfLinks.tsx';
import { Card } from '../ui/Card.tsx';
import { LoadError, useHasLoadError } from '../ui/LoadError.tsx';
import { Loader } from '../ui/Loader.tsx';
import { BlockedDialog } from '../ui/popups/BlockedDialog.tsx';
import { Popups } from '../ui/popups/Popups.tsx';
import { Toasts } from '../ui/popups/Toasts.tsx';
import { Screen } from '../ui/Screen.tsx';
import { useIsViewPending } from '../views/viewsQuery.ts';
import { AnotherUser } from './AnotherUser.tsx';
import { Footer } from './Footer.tsx';
import { GuardNotice } from './Guard.tsx';
import { Header } from './Header.tsx';
import { ImpersonationBar } from './ImpersonationBar.tsx';
import classes from './layout.module.css';
import { useUndoHint } from './useUndoHint.ts';

/** The header, footer and popups that all screens share (spec 2). Shows a loader until authentication completes. */
export function Layout() {
  const session = useQuery(meQuery);
  const { data: user = null, isPending } = session;
  const hasLoadError = useHasLoadError(session);
  const main = useRef<HTMLElement>(null);
  useFocusOnScreen(main);
  useUndoHint(isPermitted(user, 'manage:data'));
  const isViewPending = useIsViewPending(user);
  if (isPending && !hasLoadError) return <Loader />;
  return (
    <div className={classes.page}>
      <a className={classes.skip} href="#main">
        Skip to main content
      </a>
      <Header user={user} />
      <ImpersonationBar user={user} />
      {/* The name of a view, and what is offered beside it, would move what is next to it. */}
      <main
        id="main"
        ref={main}
        tabIndex={-1}
        className={classes.main}
        data-waits={isViewPending || undefined}
      >
        {isPending && (
          <Screen heading="Welcome">
            <Card>
              <LoadError what="Your sign-in" reading={session} />
            </Card>
          </Screen>
        )}
        {/* The key remounts everything when the user changes. */}
        {user && <SignedIn key={signedInAs(user)} />}
        {!user && !isPending && <p>Log in to see the report.</p>}
      </main>
      <Footer />
      <Popups anotherUser={<AnotherUser />} />
      <BlockedDialog />
      <Toasts />
    </div>
  );
}

/** Spec 1: loads terms, award types, majors and schools once the user is known. */
function SignedIn() {
  useQueries({ queries: startQueries });
  return (
    <AsOfLinks>
      <GuardNotice />
      <Outlet />
    </AsOfLinks>
  );
}

/** Focuses the main element after a navigation, as a page load would, unless the screen has focused an element itself. */
function useFocusOnScreen(main: React.RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation();
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current !== pathname && !main.current?.contains(document.activeElement))
      main.current?.focus({ preventScroll: true });
    last.current = pathname;
  }, [pathname, main]);
}
