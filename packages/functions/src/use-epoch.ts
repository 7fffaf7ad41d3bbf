'use client';
import { readEpoch, subscribeToIdentity } from '@service/client/internal';
import { useSyncExternalStore } from '@service/client/react';

/** Changes with the user, so that one user's results are not shown to another. */
export function useEpoch(): number {
  return useSyncExternalStore(subscribeToIdentity, readEpoch, readEpoch);
}
