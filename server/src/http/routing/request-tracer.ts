import type { ServerResponse } from 'node:http';
import type { ObservedRequest } from './observe-requests.ts';

export interface TracedRequest {
  readonly call: Pick<ObservedRequest, 'requestId' | 'project' | 'path' | 'raw'>;
  readonly response: ServerResponse;
  /** The pattern of its address, such as `/data/:table`. */
  readonly route: string;
}

/** Calls `handle` exactly once, before it returns. Everything that `handle` starts belongs to the request's trace. */
export type RequestTracer = (request: TracedRequest, handle: () => void) => void;
