import { AsyncLocalStorage } from 'node:async_hooks';
import { createLimit, type Limit } from '../../../../platform/limit.ts';
import { ASKS_AT_ONCE, FETCHES_AT_ONCE, LOG_LINES_MAX } from '../wire/protocol.ts';

export interface Run extends RunOptions {
  readonly asks: Limit;
  readonly fetches: Limit;
  fetchesUnderWay: number;
  linesWritten: number;
  readonly timers: Map<unknown, () => void>;
  /** Everything that the run awaits from now on never settles, so its code stops there. */
  isStopped: boolean;
  /** Settles when the run has ended. Held weakly once the run may be waiting for something that never comes. */
  ending: Promise<void> | WeakRef<Promise<void>> | undefined;
}

export interface RunOptions {
  /** Unique on its channel. */
  readonly id: number;
  /** Proves to the service which run sends an HTTP request or writes a line. */
  readonly token: string;
  readonly bridge: Fetcher;
  readonly channel: {
    /** Returns the JSON text of the answer, or undefined. */
    ask(call: number, question: string): Promise<unknown>;
  };
}

export interface Fetcher {
  fetch(address: string | Request, init?: RequestInit): Promise<Response>;
}

/** The run that is currently executing, for console lines and fetches. */
export const runs = new AsyncLocalStorage<Run>();

export function createRun(options: RunOptions): Run {
  const limits = { asks: createLimit(ASKS_AT_ONCE), fetches: createLimit(FETCHES_AT_ONCE) };
  const begun = { fetchesUnderWay: 0, linesWritten: 0, isStopped: false, ending: undefined };
  return { ...options, ...limits, ...begun, timers: new Map() };
}

export function endRun(run: Run): void {
  for (const end of run.timers.values()) end();
  run.timers.clear();
}

export function stopRun(run: Run): void {
  run.isStopped = true;
  endRun(run);
}

/** For a stopped run, a promise that never settles, because the function could catch an error and continue. */
export function unlessStopped<T>(run: Run | undefined, value: T): T | Promise<never> {
  return run?.isStopped === true ? new Promise(() => undefined) : value;
}

/** Allows one line more than are kept, which tells the service that lines were dropped. */
export function mayWrite(run: Run): boolean {
  return run.linesWritten <= LOG_LINES_MAX;
}
