import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router';
import { noteNavigation } from './address.ts';
import { isChanging } from './api.ts';
import { keepAddress } from './layout/lastAddress.ts';
import { meQuery, queryClient, startQueries, type termsQuery } from './queries.ts';
import { router } from './routes.tsx';
import './styles.css';
import { theme } from './theme.ts';

// Spec 1: authentication first, then the lists. Starts the requests before the first screen has rendered.
const loadLists = () =>
  startQueries.forEach((query) => void queryClient.prefetchQuery(query as typeof termsQuery));
queryClient.fetchQuery(meQuery).then(loadLists, () => {});

keepAddress(router.state.location);
router.subscribe((state) => {
  keepAddress(state.location);
  noteNavigation(state);
});

// The browser asks before a reload or the end of the tab takes back a save.
window.addEventListener('beforeunload', (event) => {
  if (isChanging()) event.preventDefault();
});

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <MantineProvider theme={theme} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
