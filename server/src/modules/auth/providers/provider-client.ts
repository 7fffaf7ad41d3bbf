import type { Flow } from './flow.ts';
import type { ProviderProfile } from './provider.ts';

/** Talks to one provider. Every request goes through the guard; a provider's invalid or failed response is thrown. */
export interface ProviderClient {
  authorizationUrl(flow: Flow, state: string): Promise<URL>;
  /** Spends the code in `search` (the callback's query string) and returns who signed in. */
  profile(flow: Flow, from: { readonly state: string; readonly search: string }): Promise<ProviderProfile>;
}

/** For the log: messages only, because the errors' other properties may hold tokens and personal data. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message;
}
