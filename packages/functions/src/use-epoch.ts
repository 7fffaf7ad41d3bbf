'use client';
import { readEpoch, subscribeToIdentity } from '@service/client/internal';
import { useSyncExternalStore } from 'react';

/** Changes with the user: what another user was given is not shown. */
export function useEpoch(): number {
  return useSyncExternalStore(subscribeToIdentity, readEpoch, readEpoch);
}
