import { ServiceError } from '../../../platform/errors.ts';
import { createLimit, type Limit } from '../../../platform/limit.ts';

const AT_ONCE_MAX = 32;
const WAITING_MAX = 128;

/** Limits concurrent calls of a project and kind, so that a provider that is down blocks no other project. */
export type ProviderLimit = <Value>(name: string, work: () => Promise<Value>) => Promise<Value>;

interface Calls {
  readonly limit: Limit;
  /** Running and waiting ones. */
  count: number;
}

export function createProviderLimit(): ProviderLimit {
  const callsOf = new Map<string, Calls>();
  return async (name, work) => {
    const calls = callsOf.get(name) ?? { limit: createLimit(AT_ONCE_MAX), count: 0 };
    if (calls.count >= AT_ONCE_MAX + WAITING_MAX) throw tooMany();
    callsOf.set(name, calls);
    calls.count += 1;
    try {
      return await calls.limit(work);
    } finally {
      calls.count -= 1;
      if (calls.count === 0) callsOf.delete(name);
    }
  };
}

function tooMany(): ServiceError {
  return new ServiceError('rate_limited', 'Too many calls of this kind are waiting for their provider. Try again.', {
    retryAfterSeconds: 1,
    limit: AT_ONCE_MAX + WAITING_MAX,
  });
}
