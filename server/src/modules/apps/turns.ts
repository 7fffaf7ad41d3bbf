import type { StoreName } from '../../database/database.ts';
import { ServiceError } from '../../platform/errors.ts';

const WAITING_MAX = 50;

/** Works of one project run one after the other, in the order in which they came. */
export type Turns = <T>(store: StoreName, work: () => Promise<T>) => Promise<T>;

/** Throws `overloaded` when too many wait already. */
export function createTurns(): Turns {
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
