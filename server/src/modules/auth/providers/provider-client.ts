import type { Flow } from './flow.ts';
import type { ProviderProfile } from './provider.ts';

/** Speaks with one provider. Every request goes through the guard; what the provider says wrong is thrown. */
export interface ProviderClient {
  /** Where the browser is sent to sign in. */
  authorizationUrl(flow: Flow, state: string): Promise<URL>;
  /** Spends the code in `search`, what the provider put behind `?`, and says who came. */
  profile(flow: Flow, from: { readonly state: string; readonly search: string }): Promise<ProviderProfile>;
}

/** For the log: messages only, because what is attached to such errors may hold tokens and what a provider tells of people. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message;
}
