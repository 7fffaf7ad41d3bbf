import type { StoreName } from '../../../database/index.ts';
import { createPace, type RequestLoad } from './pace.ts';

export interface ShareLimits {
  /** Concurrent attempts of all projects. */
  readonly all: number;
  /** Concurrent attempts of one project, so that slow receivers of one project leave room for the others. */
  readonly each: number;
  readonly requests: () => RequestLoad;
}

export interface Shares {
  /** Takes a permit; false when there is none. `whenFree` is then called once, even if passed several times. */
  take(store: StoreName, whenFree: () => void): boolean;
  give(store: StoreName): void;
}

export function createShares({ requests, ...limits }: ShareLimits): Shares {
  const taken = new Map<StoreName, number>();
  const waiting = new Map<StoreName, Set<() => void>>();
  let all = 0;
  /** The attempts that the project with the turn may still start; undefined when no project has the turn. */
  let turn: number | undefined;

  const hasRoom = (store: StoreName): boolean => all < limits.all && (taken.get(store) ?? 0) < limits.each;

  /** While the pace is limited, all waiting projects get an equal share of it. */
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
      // A project that still waits goes to the end of the line.
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
