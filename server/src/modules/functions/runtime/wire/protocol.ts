/** Protocol between the service and the shim in a project's process. Both import this file, so it may import nothing. */

export const HEADER = {
  /** Length in bytes of the JSON head at the start of a request with bytes. */
  head: 'x-head',
  token: 'x-token',
  reply: 'x-reply',
  ping: 'x-ping',
  /** The reason why an outgoing request was refused, percent-encoded. */
  refused: 'x-service-refused',
} as const;

export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/** Starts every line of the output that is meant for the service. */
export const LINE_MARK = '\u0001';
export const LOG_LINES_MAX = 256;
export const LOG_LINE_BYTES_MAX = 8192;
export const TRUNCATED = '… [truncated]';

export const ANSWER_BYTES_MAX = 6 * 1024 * 1024;

/** Limit of a function's request to the service, as JSON: the same as for the HTTP API. */
export const ASK_BYTES_MAX = 2 * 1024 * 1024;

/** Limits of concurrent requests to the service and of concurrent fetches per run; further ones wait. */
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
  readonly data?: string;
}

export function moduleNameOf(functionName: string): string {
  return `functions/${functionName}.js`;
}

export function functionNameOf(moduleName: string): string | undefined {
  return /^functions\/(.+)\.js$/s.exec(moduleName)?.[1];
}
