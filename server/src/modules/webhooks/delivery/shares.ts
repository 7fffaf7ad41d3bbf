import type { StoreName } from '../../../database/database.ts';
import { createPace, type RequestLoad } from './pace.ts';

export interface ShareLimits {
  /** Attempts of all projects at once. */
  readonly all: number;
  /** Attempts of one project at once, so that one whose receivers are slow leaves room for the others. */
  readonly each: number;
  /** Requests of callers to the process; see `Pace`. */
  readonly requests: () => RequestLoad;
}

/** Permits for attempts. A project that finds no room is called when there is some, in turn with the others that wait. */
export interface Shares {
  /** One more, or none. `whenFree` is called once, however often it is handed in. */
  take(store: StoreName, whenFree: () => void): boolean;
  give(store: StoreName): void;
}

export function createShares({ requests, ...limits }: ShareLimits): Shares {
  const taken = new Map<StoreName, number>();
  const waiting = new Map<StoreName, Set<() => void>>();
  let all = 0;
  /** Attempts left to the project whose turn it is; undefined when it is nobody's. */
  let turn: number | undefined;

  const hasRoom = (store: StoreName): boolean => all < limits.all && (taken.get(store) ?? 0) < limits.each;

  /** Where the pace is held back, all that wait get the same part of it. */
  const hasTurn = (): boolean => {
    const left = pace.left();
    if (left === Number.POSITIVE_INFINITY) return true;
    return left > 0 && (turn === undefined ? waiting.size === 0 : turn > 0);
  };

  const callNext = (): void => {
    for (let turns = waiting.size; turns > 0 && all < limits.all && pace.left() > 0; turns -= 1) {
      const [next] = waiting;
      if (next === undefined) return;
      const [store, calls] = next;
      const [call] = calls;
      // A project that still waits stands behind the others.
      waiting.delete(store);
      const mayCall = call !== undefined && hasRoom(store);
      if (mayCall) calls.delete(call);
      if (calls.size > 0) waiting.set(store, calls);
      if (!mayCall) continue;
      turn = Math.max(1, Math.floor(pace.left() / turns));
      call();
      turn = undefined;
    }
  };

  const pace = createPace({
    requests,
    onSample: () => {
      callNext();
      return waiting.size > 0;
    },
  });

  return {
    take: (store, whenFree) => {
      if (!hasRoom(store) || !hasTurn()) {
        pace.wait();
        const calls = waiting.get(store) ?? new Set();
        waiting.set(store, calls.add(whenFree));
        return false;
      }
      pace.start();
      all += 1;
      taken.set(store, (taken.get(store) ?? 0) + 1);
      if (turn !== undefined) turn -= 1;
      return true;
    },
    give: (store) => {
      all -= 1;
      const left = (taken.get(store) ?? 1) - 1;
      if (left > 0) taken.set(store, left);
      else taken.delete(store);
      callNext();
    },
  };
}
