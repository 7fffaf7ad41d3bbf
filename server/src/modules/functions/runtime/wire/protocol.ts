/** Protocol of the service and the shim in a project's process. Known to both, so it may import nothing. */

export const HEADER = {
  /** Bytes of the JSON head that a request for bytes begins with. */
  head: 'x-head',
  token: 'x-token',
  reply: 'x-reply',
  ping: 'x-ping',
  /** Why an outgoing request was not made, percent-encoded. */
  refused: 'x-service-refused',
} as const;

export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/** Begins every line of the output that is meant for the service. */
export const LINE_MARK = '\u0001';
export const LOG_LINES_MAX = 256;
export const LOG_LINE_BYTES_MAX = 8192;
export const TRUNCATED = '… [truncated]';

/** A function's answer, in either form, as bytes. */
export const ANSWER_BYTES_MAX = 6 * 1024 * 1024;

/** Limit of a function's ask, as JSON: as much as the HTTP API takes. */
export const ASK_BYTES_MAX = 2 * 1024 * 1024;

/** Limits of the asks and of the fetches that one run makes at the same time; more wait. */
export const ASKS_AT_ONCE = 16;
export const FETCHES_AT_ONCE = 16;

export const CLOSED_SOCKETS =
  'blocked_address: Functions reach the network by HTTP requests only, and only public addresses and what the operator opened with SERVICE_OUTBOUND_ALLOW.';

export interface ResponseHead {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
}

export interface ThrownBody {
  readonly name: string;
  readonly message: string;
  readonly stack: string;
  readonly status?: number;
  readonly code?: string;
  /** JSON text. */
  readonly data?: string;
}

/** Stands in stack traces. */
export function moduleNameOf(functionName: string): string {
  return `functions/${functionName}.js`;
}
