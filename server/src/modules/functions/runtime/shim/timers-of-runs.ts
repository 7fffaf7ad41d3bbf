import { type Run, runs, unlessStopped } from './run.ts';

/** Limit per run; the runtime allows ten thousand timers for all runs of a channel. */
const TIMERS_MAX = 2000;

type Callback = (...values: unknown[]) => void;
type SetTimer = (callback: Callback, ...rest: unknown[]) => unknown;
type ClearTimer = (timer?: unknown) => void;

interface Timers {
  readonly setTimeout: SetTimer;
  readonly setInterval: SetTimer;
  readonly setImmediate: SetTimer;
  readonly clearTimeout: ClearTimer;
  readonly clearInterval: ClearTimer;
  readonly clearImmediate: ClearTimer;
  readonly scheduler: { wait(...args: unknown[]): Promise<void> };
}

/** Binds timers to the run that sets them, so that they end with the run instead of with its channel. */
export function giveTimersToRuns(): void {
  const { setTimeout, setInterval, setImmediate, clearTimeout, clearInterval, clearImmediate, scheduler } =
    globalThis as unknown as Timers;
  Object.assign(globalThis, {
    setTimeout: setterOf(setTimeout, clearTimeout, true),
    setInterval: setterOf(setInterval, clearInterval, false),
    setImmediate: setterOf(setImmediate, clearImmediate, true),
    clearTimeout: clearerOf(clearTimeout),
    clearInterval: clearerOf(clearInterval),
    clearImmediate: clearerOf(clearImmediate),
  });
  const wait = scheduler.wait.bind(scheduler);
  Object.assign(scheduler, {
    wait: async (...args: unknown[]): Promise<void> => {
      const run = runs.getStore();
      const waiting = {};
      // A wait cannot be cancelled; `unlessStopped` only keeps a stopped run from continuing after it.
      if (run !== undefined) addTimer(run, waiting, () => undefined);
      await wait(...args).finally(() => run?.timers.delete(waiting));
      await unlessStopped(run, undefined);
    },
  });
}

function setterOf(set: SetTimer, clear: ClearTimer, isOnce: boolean): SetTimer {
  return (callback, ...rest) => {
    const run = runs.getStore();
    // The runtime reports the error for anything but a function.
    if (run === undefined || typeof callback !== 'function') return set(callback, ...rest);
    requireRoom(run);
    const called: Callback = (...values) => {
      if (isOnce) run.timers.delete(timer);
      if (!run.isStopped) callback(...values);
    };
    const timer = set(called, ...rest);
    run.timers.set(timer, () => clear(timer));
    return timer;
  };
}

function clearerOf(clear: ClearTimer): ClearTimer {
  return (timer) => {
    runs.getStore()?.timers.delete(timer);
    clear(timer);
  };
}

function addTimer(run: Run, timer: unknown, end: () => void): void {
  requireRoom(run);
  run.timers.set(timer, end);
}

function requireRoom({ timers }: Run): void {
  if (timers.size < TIMERS_MAX) return;
  throw new DOMException(`A run may have ${TIMERS_MAX} timers at once.`, 'QuotaExceededError');
}
