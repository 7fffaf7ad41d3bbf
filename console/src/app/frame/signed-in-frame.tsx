import { useQuery } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { searchText } from '../../shared/address/search-text.ts';
import { useAddress } from '../../shared/address/use-address.ts';
import { sessionGate } from '../../shared/api/session-gate.ts';
import { FailureAlert } from '../../shared/feedback/failure-alert.tsx';
import { Page } from '../../shared/page/page.tsx';
import { accountQuery } from '../../shared/session/session-queries.ts';
import { Banner } from './banner.tsx';
import classes from './frame.module.css';
import { FrameShortcuts } from './frame-shortcuts.tsx';
import { useTabs } from './use-tabs.ts';

const SessionDialog = lazy(() =>
  import('./session-dialog.tsx').then(({ SessionDialog: default_ }) => ({ default: default_ })),
);

/** Around every page of somebody who is signed in; who is not goes to sign in and comes back here. */
export function SignedInFrame() {
  const { path, search, go } = useAddress();
  const account = useQuery(accountQuery);
  const isSessionOver = useSyncExternalStore(sessionGate.subscribe, sessionGate.isShut);
  const isSignedOut = account.data === null && !isSessionOver;
  useTabs();
  useEffect(() => {
    if (isSignedOut) go(`/sign-in${searchText({ to: `/console${path}${searchText(search)}` })}`, { replace: true });
  }, [isSignedOut, go, path, search]);

  return (
    <>
      <a href="#main" className={classes.skip}>
        Skip to content
      </a>
      <FrameShortcuts />
      <Banner account={account.data ?? undefined} />
      {account.isError && account.data === undefined ? (
        <Page title="Console">
          <FailureAlert error={account.error} onRetry={() => void account.refetch()} />
        </Page>
      ) : (
        account.data !== null && <Outlet />
      )}
      {isSessionOver && (
        <Suspense>
          <SessionDialog email={account.data?.email} />
        </Suspense>
      )}
    </>
  );
}
