import type { AuthUser } from './auth-user.ts';
import type { ServiceError } from './service-error.ts';

export interface Config {
  /** Where the service is; empty for the page's own origin. */
  readonly url: string;
  readonly projectId: string;
  readonly publicKey: string;
}

/** The signed-in user, as far as this tab knows. */
export interface Identity {
  readonly user: AuthUser | undefined;
  /** Nobody has asked yet, or the answer is under way. */
  readonly loading: boolean;
  readonly error: ServiceError | undefined;
}

/** State that all copies of the packages in one page share. */
export interface SharedState {
  config?: Config;
  /** Changes with every sign-in and sign-out; whatever was asked for under another one belongs to somebody else. */
  epoch: number;
  identity: Identity;
  readonly identityListeners: Set<() => void>;
  readonly errorListeners: Set<(error: ServiceError) => void>;
  readonly tableListeners: Set<(tables: readonly string[]) => Promise<unknown>>;
  /** A renewal that is under way, or failed a moment ago: one for the whole tab. */
  refreshing?: Promise<unknown> | undefined;
  /** Asks again who is signed in; there once somebody wanted to know. */
  reloadUser?: (() => void) | undefined;
  /** When a renewal ended, of this tab or another one, on the clock of `performance.now`, which nobody sets wrong. */
  renewedAt?: number | undefined;
  channel?: BroadcastChannel | undefined;
  openPrompt?: (() => Promise<AuthUser | undefined>) | undefined;
  /** Tests answer requests here. */
  fetch?: typeof fetch | undefined;
  /** The cache of `@service/data`. */
  queries?: unknown;
  /** Changes that are shown before the service has confirmed them. */
  changes?: unknown;
  /** How people may sign in, once somebody wanted to know. */
  authConfig?: Promise<unknown> | undefined;
  /** Forgets what it holds and listens to nothing any more. */
  closeQueries?: (() => void) | undefined;
}

const KEY = Symbol.for('@service/client');

export const NOBODY_YET: Identity = { user: undefined, loading: true, error: undefined };

/** Made at the first use, so that importing a package does nothing. */
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

/** A server renders for everybody at once, so nothing is fetched, kept or subscribed to there. */
export const isBrowser = (): boolean => typeof document !== 'undefined';
