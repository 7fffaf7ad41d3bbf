import { type Identity, state } from './shared-state.ts';

export function subscribeToIdentity(listener: () => void): () => void {
  const { identityListeners } = state();
  identityListeners.add(listener);
  return () => void identityListeners.delete(listener);
}

export const readEpoch = (): number => state().epoch;

export function setIdentity(identity: Identity): void {
  const shared = state();
  shared.identity = identity;
  for (const listener of new Set(shared.identityListeners)) listener();
}

/** Somebody else is here from now on: what was asked for before is not theirs. */
export function startEpoch(identity: Identity): void {
  const shared = state();
  shared.epoch += 1;
  delete shared.refreshing;
  setIdentity(identity);
}
