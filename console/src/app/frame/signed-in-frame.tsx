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

const SIGN_IN = '/sign-in';

export function SignedInFrame() {
  const { path, search, go } = useAddress();
  const account = useQuery(accountQuery);
  const isSessionOver = useSyncExternalStore(sessionGate.subscribe, sessionGate.isShut);
  // While the sign-in page loads, the address is already its own and must not become the return address.
  const isSignedOut = account.data === null && !isSessionOver && path !== SIGN_IN;
  const signIn = `${SIGN_IN}${searchText({ to: `/console${path}${searchText(search)}` })}`;
  useTabs();
  useEffect(() => {
    if (isSignedOut) go(signIn, { replace: true });
  }, [isSignedOut, go, signIn]);

  return (
    <>
      <a href="#main" className={classes.skip}>
        Skip to content
      </a>
      <FrameShortcuts />
      <Banner />
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
