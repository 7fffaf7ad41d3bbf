import type { Project } from '../../../callers/index.ts';
import type { AddressGuard, Exchanged, OutboundRequest } from '../../../platform/safe-fetch/index.ts';
import type { Connection } from './connection.ts';
import type { Field } from './fields.ts';

/** How somebody else's service is connected. What it does besides is said by the kind of integration. */
export interface Provider {
  readonly name: string;
  /** As people call it, in messages. */
  readonly title: string;
  readonly fields: Readonly<Record<string, Field>>;
  /** What a connection has besides, such as the address where the provider sends its events. */
  readonly shownWith?: (project: Project) => Readonly<Record<string, string>>;
  /** Asks for something that changes nothing and that only good credentials get. Throws like every call. */
  test(connection: Connection, call: ProviderCall): Promise<void>;
}

export type ProviderRequest = Pick<OutboundRequest, 'method' | 'headers' | 'body'>;

/** The ways out of the service that one call of a provider has, all of which end with its time. */
export interface ProviderCall {
  /** One request and its whole answer, through the same guard, on a connection that an earlier one may have left. */
  readonly send: (url: string, request: ProviderRequest) => Promise<Exchanged>;
  /** Like `fetch`, through the guard against private addresses. */
  readonly fetch: (url: string | URL | Request, init?: RequestInit) => Promise<Response>;
  /** For protocols other than HTTP. */
  readonly vet: AddressGuard;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  /** The same for every try of one request: providers that know idempotency do nothing twice for it. */
  readonly repeatKey: string;
}
