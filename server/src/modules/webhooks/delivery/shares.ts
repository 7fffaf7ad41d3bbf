import type { StoreName } from '../../../database/database.ts';

export interface ShareLimits {
  /** Attempts of all projects at once. */
  readonly all: number;
  /** Attempts of one project at once, so that one whose receivers are slow leaves room for the others. */
  readonly each: number;
}

/** Who may start attempts. A project that finds no room is called when there is some, in turn with the others that wait. */
export interface Shares {
  /** One more, or none. */
  take(store: StoreName, whenFree: () => void): boolean;
  give(store: StoreName): void;
}

export function createShares(limits: ShareLimits): Shares {
  const taken = new Map<StoreName, number>();
  const waiting = new Map<StoreName, Set<() => void>>();
  let all = 0;

  const hasRoom = (store: StoreName): boolean => all < limits.all && (taken.get(store) ?? 0) < limits.each;

  const callNext = (): void => {
    let turns = waiting.size;
    for (const [store, calls] of waiting) {
      if (all >= limits.all || turns === 0) return;
      turns -= 1;
      const [call] = calls;
      if (call === undefined || !hasRoom(store)) continue;
      calls.delete(call);
      // Who still waits stands behind the other projects.
      waiting.delete(store);
      if (calls.size > 0) waiting.set(store, calls);
      call();
    }
  };

  return {
    take: (store, whenFree) => {
      if (!hasRoom(store)) {
        const calls = waiting.get(store) ?? new Set();
        waiting.set(store, calls.add(whenFree));
        return false;
      }
      all += 1;
      taken.set(store, (taken.get(store) ?? 0) + 1);
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
