import { AsyncLocalStorage } from 'node:async_hooks';
import { createLimit, type Limit } from '../../../../platform/limit.ts';
import { ASKS_AT_ONCE, FETCHES_AT_ONCE, LOG_LINES_MAX } from '../wire/protocol.ts';

/** One run of a function, inside the process. */
export interface Run extends RunOptions {
  readonly asks: Limit;
  readonly fetches: Limit;
  fetchesUnderWay: number;
  linesWritten: number;
  /** How to end each timer that it has set. */
  readonly timers: Map<unknown, () => void>;
  /** Nobody waits for it any more: what it begins from now on never comes back, so that its code ends there. */
  isStopped: boolean;
  /** Settles when it has ended; held weakly as soon as it is suspected to wait for nothing. */
  ending: Promise<void> | WeakRef<Promise<void>> | undefined;
}

export interface RunOptions {
  /** On its channel. */
  readonly id: number;
  /** Proves to the service which run it is that asks by HTTP, or writes a line. */
  readonly token: string;
  readonly bridge: Fetcher;
  readonly channel: {
    /** Gives the JSON text of the answer, or undefined. */
    ask(call: number, question: string): Promise<unknown>;
  };
}

/** A binding to another service of the process's configuration. */
export interface Fetcher {
  fetch(address: string | Request, init?: RequestInit): Promise<Response>;
}

/** Says which run it is that writes to the console or fetches. */
export const runs = new AsyncLocalStorage<Run>();

export function createRun(options: RunOptions): Run {
  const limits = { asks: createLimit(ASKS_AT_ONCE), fetches: createLimit(FETCHES_AT_ONCE) };
  const begun = { fetchesUnderWay: 0, linesWritten: 0, isStopped: false, ending: undefined };
  return { ...options, ...limits, ...begun, timers: new Map() };
}

/** Its timers end with it. */
export function endRun(run: Run): void {
  for (const end of run.timers.values()) end();
  run.timers.clear();
}

/** For a run that did not end by itself. */
export function stopRun(run: Run): void {
  run.isStopped = true;
  endRun(run);
}

/** Gives what was awaited, unless nobody waits for the run any more. An error would only have been caught and tried again. */
export function unlessStopped<T>(run: Run | undefined, value: T): T | Promise<never> {
  return run?.isStopped === true ? new Promise(() => undefined) : value;
}

/** One line more than are kept tells the service that there were more. */
export function mayWrite(run: Run): boolean {
  return run.linesWritten <= LOG_LINES_MAX;
}
