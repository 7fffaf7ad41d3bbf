import type { IncomingHttpHeaders } from 'node:http';

/**
 * `traceparent` of any version (https://www.w3.org/TR/trace-context/#versioning-of-traceparent). In version 00 it has
 * exactly 55 characters; later versions may add fields.
 */
const TRACEPARENT = /^(?!ff|00.{54})[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?:-|$)/;

/** The trace that the caller's `traceparent` names, for a log line; nothing when there is none. */
export function traceField({ traceparent }: IncomingHttpHeaders): { readonly trace_id?: string } {
  const id = typeof traceparent === 'string' ? TRACEPARENT.exec(traceparent)?.[1] : undefined;
  return id === undefined ? {} : { trace_id: id };
}
