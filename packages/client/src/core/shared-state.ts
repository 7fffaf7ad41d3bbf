import type { ServiceError } from './service-error.ts';
import type { AuthUser } from './wire.ts';

export interface Config {
  /** The address of the service; empty for the page's own origin. */
  readonly url: string;
  readonly projectId: string;
  readonly publicKey: string;
}

export interface Identity {
  readonly user: AuthUser | undefined;
  readonly loading: boolean;
  readonly error: ServiceError | undefined;
}

/** State that all copies of the packages in one page share. */
export interface SharedState {
  config?: Config;
  /** Changes with every sign-in and sign-out. Answers to requests of another epoch belong to another identity. */
  epoch: number;
  identity: Identity;
  readonly identityListeners: Set<() => void>;
  readonly errorListeners: Set<(error: ServiceError) => void>;
  readonly tableListeners: Set<(tables: readonly string[]) => Promise<unknown>>;
  /** A renewal that is running, or that failed a moment ago; one per tab. */
  refreshing?: Promise<unknown> | undefined;
  coolDownS?: number;
  reloadUser?: (() => void) | undefined;
  /** When this or another tab last finished a renewal, by `performance.now`, which clock changes do not affect. */
  renewedAt?: number | undefined;
  channel?: BroadcastChannel | undefined;
  openPrompt?: (() => Promise<AuthUser | undefined>) | undefined;
  fetch?: typeof fetch | undefined;
  queries?: unknown;
  changes?: unknown;
  authConfig?: Promise<unknown> | undefined;
  closeQueries?: (() => void) | undefined;
}

const KEY = Symbol.for('@service/client');

export const NOBODY_YET: Identity = { user: undefined, loading: true, error: undefined };

/** Creates the state at first use, so that importing a package has no side effects. */
export function state(): SharedState {
  const scope = globalThis as { [KEY]?: SharedState };
  scope[KEY] ??= {
    epoch: 0,
    identity: NOBODY_YET,
    identityListeners: new Set(),
    errorListeners: new Set(),
    tableListeners: new Set(),
  };
  return scope[KEY];
}

/** A server renders for all visitors at once, so the packages fetch, cache and subscribe to nothing there. */
export const isBrowser = (): boolean => typeof document !== 'undefined';
