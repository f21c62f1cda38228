import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router';
import { errorsOf, isChanging } from './lib/api.ts';
import { keepLastUrl } from './lib/lastUrl.ts';
import { meQuery, queryClient, setFailureHandler, startQueries, type termsQuery } from './lib/queries.ts';
import { noteNavigation } from './lib/searchParams.ts';
import { isSignedOut } from './lib/session.ts';
import { router } from './routes.tsx';
import './styles.css';
import { theme } from './lib/theme.ts';
import { runShortcut } from './ui/keys/runShortcut.ts';
import { Canceled, showErrors } from './ui/popups/popupStore.ts';

setFailureHandler((error) => {
  if (!(error instanceof Canceled)) showErrors(errorsOf(error));
});

// Spec 1: authentication first, then the lists. Starts the requests before the first screen has rendered.
const loadLists = () =>
  startQueries.forEach((query) => void queryClient.prefetchQuery(query as typeof termsQuery));
queryClient.fetchQuery(meQuery).then(loadLists, () => {});

keepLastUrl(router.state.location);
router.subscribe((state) => {
  keepLastUrl(state.location);
  noteNavigation(state);
});

// The browser asks before a reload or a closed tab cancels a save. This is the first of the listeners.
window.addEventListener('beforeunload', (event) => {
  if (isSignedOut()) event.stopImmediatePropagation();
  else if (isChanging()) event.preventDefault();
});

document.addEventListener('keydown', runShortcut);

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <MantineProvider theme={theme} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        {/* Otherwise the URL's state would come later than other state: a click would still act on the filter before it. */}
        <RouterProvider router={router} useTransitions={false} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
