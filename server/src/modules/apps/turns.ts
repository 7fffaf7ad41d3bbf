import type { StoreName } from '../../database/index.ts';
import { ServiceError } from '../../platform/errors.ts';

const WAITING_MAX = 50;

export type SerialQueue = <T>(store: StoreName, work: () => Promise<T>) => Promise<T>;

/** The returned function throws `overloaded` when too many tasks are waiting. */
export function createTurns(): SerialQueue {
  const lines = new Map<StoreName, { waiting: number; last: Promise<unknown> }>();

  return async (store, work) => {
    const line = lines.get(store) ?? { waiting: 0, last: Promise.resolve() };
    if (line.waiting >= WAITING_MAX) throw new ServiceError('overloaded', 'Too many deployments at once. Try again.');
    lines.set(store, line);
    line.waiting += 1;
    const turn = line.last.then(work);
    line.last = turn.catch(() => undefined);
    try {
      return await turn;
    } finally {
      line.waiting -= 1;
      if (line.waiting === 0) lines.delete(store);
    }
  };
}
