import type { Database } from '../database/index.ts';
import type { RequestTracer } from '../http/index.ts';
import type { OutboundRequest } from '../platform/safe-fetch/index.ts';

/** Sends one request to an address outside of the service. */
export type Send<Answer> = (url: string | URL, request?: OutboundRequest) => Promise<Answer>;

/** Spans of requests, of the database and of outgoing requests, sent as OpenTelemetry defines them. */
export interface Tracing {
  readonly requests: RequestTracer;
  readonly database: (database: Database) => Database;
  readonly outbound: TraceOutbound;
  /** Sends the spans that wait. */
  close(): Promise<void>;
}

/** Makes each request a span, and lets it carry the trace on in `traceparent`. */
export type TraceOutbound = <Sender extends Send<unknown>>(send: Sender) => Sender;
