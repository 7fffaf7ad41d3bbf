import type { Project } from '../../../callers/index.ts';
import type { AddressGuard, OutboundRequest, RawAnswer } from '../../../platform/safe-fetch/index.ts';
import type { Connection } from './connection.ts';
import type { Field } from './fields.ts';

export interface Provider {
  readonly name: string;
  readonly title: string;
  readonly fields: Readonly<Record<string, Field>>;
  /** Further properties of a connection in answers, such as the address for the provider's events. */
  readonly shownWith?: (project: Project) => Readonly<Record<string, string>>;
  /** Sends a request that changes nothing and succeeds only with valid credentials. Throws like every call. */
  test(connection: Connection, call: ProviderCall): Promise<void>;
}

export type ProviderRequest = Pick<OutboundRequest, 'method' | 'headers' | 'body'>;

export interface ProviderCall {
  /** Sends one request and returns the whole answer. Uses the same guard as `fetch`, and may reuse a connection. */
  readonly send: (url: string, request: ProviderRequest) => Promise<RawAnswer>;
  /** Like the global `fetch`, but guarded against private addresses. */
  readonly fetch: (url: string | URL | Request, init?: RequestInit) => Promise<Response>;
  readonly vet: AddressGuard;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  /** The same for every try of one request, so that providers with idempotency do not repeat it. */
  readonly repeatKey: string;
}
