import type { ServerResponse } from 'node:http';
import type { ObservedRequest } from './observe-requests.ts';

export interface TracedRequest {
  /** Its project and caller are known when it is answered. */
  readonly call: Pick<ObservedRequest, 'requestId' | 'project' | 'path' | 'raw'>;
  readonly response: ServerResponse;
  /** The pattern of its address, such as `/data/:table`. */
  readonly route: string;
}

/** Runs `handle` and calls it exactly once, at once. What it starts belongs to the request's trace. */
export type RequestTracer = (request: TracedRequest, handle: () => void) => void;
