import { AsyncLocalStorage } from 'node:async_hooks';
import { createLimit, type Limit } from '../../../../platform/limit.ts';
import { ASKS_AT_ONCE, FETCHES_AT_ONCE, LOG_LINES_MAX } from '../protocol.ts';

/** One run of a function, inside the process. */
export interface Run {
  /** Proves to the service which run it is that asks. */
  readonly token: string;
  readonly bridge: Fetcher;
  readonly asks: Limit;
  readonly fetches: Limit;
  linesWritten: number;
}

/** A binding to another service of the process's configuration. */
export interface Fetcher {
  fetch(address: string | Request, init?: RequestInit): Promise<Response>;
}

/** Says which run it is that writes to the console or fetches. */
export const runs = new AsyncLocalStorage<Run>();

export function createRun(token: string, bridge: Fetcher): Run {
  const asks = createLimit(ASKS_AT_ONCE);
  return { token, bridge, asks, fetches: createLimit(FETCHES_AT_ONCE), linesWritten: 0 };
}

/** One line more than are kept tells the service that there were more. */
export function mayWrite(run: Run): boolean {
  return run.linesWritten <= LOG_LINES_MAX;
}
