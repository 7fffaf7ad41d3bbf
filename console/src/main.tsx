import './app/mantine.css';
import './app/theme.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { setNonce } from 'get-nonce';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { FrameStatus } from './app/frame/frame-status.tsx';
import { router } from './app/router.tsx';
import { theme } from './app/theme.ts';
import { ApiFailure } from './shared/api/api-failure.ts';
import { createQueryClient } from './shared/api/query-client.ts';
import { notifyFailure } from './shared/feedback/notices.ts';
import { keepFocus } from './shared/keyboard/keep-focus.ts';
import { pageNonce } from './shared/page/nonce.ts';

setNonce(pageNonce());
// Shows failures of calls whose component does not show them, or has unmounted.
addEventListener('unhandledrejection', (event) => {
  if (!(event.reason instanceof ApiFailure)) return;
  event.preventDefault();
  notifyFailure(event.reason);
});
keepFocus();
const root = document.getElementById('root');
if (root === null) throw new Error('The page has no place for the console.');

createRoot(root).render(
  <StrictMode>
    <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={pageNonce}>
      <QueryClientProvider client={createQueryClient()}>
        <RouterProvider router={router} />
        <FrameStatus />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
