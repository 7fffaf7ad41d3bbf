import { ServiceError } from '../../../platform/errors.ts';

const AT_ONCE_MAX = 32;
const WAITING_MAX = 128;

interface Line {
  running: number;
  readonly waiting: (() => void)[];
}

/** Limits concurrent calls of a project and kind, so that a provider that is down blocks no other project. */
export type Places = <Value>(name: string, work: () => Promise<Value>) => Promise<Value>;

export function createPlaces(): Places {
  const lines = new Map<string, Line>();
  return async (name, work) => {
    const line = lines.get(name) ?? { running: 0, waiting: [] };
    lines.set(name, line);
    if (line.running < AT_ONCE_MAX) line.running += 1;
    else if (line.waiting.length >= WAITING_MAX) throw tooMany();
    else await new Promise<void>((resolve) => line.waiting.push(resolve));
    try {
      return await work();
    } finally {
      // Passes the slot directly to the next waiter, so that a newcomer cannot take it.
      const next = line.waiting.shift();
      if (next !== undefined) next();
      else {
        line.running -= 1;
        if (line.running === 0) lines.delete(name);
      }
    }
  };
}

function tooMany(): ServiceError {
  return new ServiceError('rate_limited', 'Too many calls of this kind are waiting for their provider. Try again.', {
    retryAfterSeconds: 1,
    limit: AT_ONCE_MAX + WAITING_MAX,
  });
}
