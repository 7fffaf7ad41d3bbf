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

/** Starts a new epoch after a sign-in or sign-out: answers to earlier requests belong to another identity. */
export function startEpoch(identity: Identity): void {
  const shared = state();
  shared.epoch += 1;
  delete shared.refreshing;
  setIdentity(identity);
}
