import type { Database } from '../database/index.ts';
import type { RequestTracer } from '../http/index.ts';
import type { OutboundRequest } from '../platform/safe-fetch/index.ts';

export type Send<Answer> = (url: string | URL, request?: OutboundRequest) => Promise<Answer>;

export interface Tracing {
  readonly requests: RequestTracer;
  readonly database: (database: Database) => Database;
  readonly outbound: TraceOutbound;
  close(): Promise<void>;
}

/** Makes each request a span, and passes the trace on in `traceparent`. */
export type TraceOutbound = <Sender extends Send<unknown>>(send: Sender) => Sender;
